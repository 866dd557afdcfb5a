import { protocolAt } from '../../providers/protocols/registry.ts';
import type { CallEnding } from '../call/call-ending.ts';
import type { CallerResponse } from '../call/caller-response.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import { CallAbortedError, brokenCallError } from '../decision-log/call-aborted-error.ts';
import { appendTexts, NO_TEXTS } from '../headers/append-texts.ts';
import { addedTimeHeader, COST_HEADER, costText } from '../headers/figure-headers.ts';
import { downstreamHeaders } from '../headers/forward-headers.ts';
import { PROVIDER_ERROR_HEADER } from '../answers/error-for-caller.ts';
import { endAnswer, addErrorHeaders, writeError } from '../answers/write-answer.ts';
import type { AttemptAnswer } from './attempt-answer.ts';
import type { CallAttempts } from './call-attempts.ts';
import type { ForwardedParts, Forwarding } from './forwarding.ts';

/** Writes the answer of a call to its caller: the head, the body and the trailer, or an error in place of them. */
export class AnswerWriter {
  readonly #parts: Pick<ForwardedParts, 'monotonicMs' | 'metrics' | 'faultPoints'>;
  readonly #forwarding: Forwarding;
  readonly #attempts: CallAttempts;
  readonly #response: CallerResponse;
  /** Milliseconds from the start of the call until the first provider was called. */
  #ownMs = 0;
  #hasTrailer = false;

  constructor(
    parts: Pick<ForwardedParts, 'monotonicMs' | 'metrics' | 'faultPoints'>,
    forwarding: Forwarding,
    attempts: CallAttempts,
    response: CallerResponse,
  ) {
    this.#parts = parts;
    this.#forwarding = forwarding;
    this.#attempts = attempts;
    this.#response = response;
  }

  /** Notes that the call is sent. @param ownMs milliseconds since the call began */
  started(ownMs: number): void {
    this.#ownMs = ownMs;
  }

  /** Passes an answer on as it arrives: its head, and the bytes received so far. */
  begin(answer: AttemptAnswer): void {
    this.#writeHead(answer, answer.answeredMs);
    this.#response.flushHeaders();
    const { pieces } = answer.held;
    const waiting = answer.bytesLeft === 0 ? 1 : 0;
    for (const piece of pieces.splice(0, pieces.length - waiting)) this.#response.write(piece);
  }

  /** Ends the answer with everything that has not been sent. */
  finish(answer: AttemptAnswer, { attempt, totalMs }: CallEnding): void {
    const cost = costText(attempt);
    if (!this.#response.headersSent) {
      const inPlace = answer.isError ? answer.showError(this.#attempts.sent.ownKey) : undefined;
      if (inPlace !== undefined) {
        if (cost !== undefined) this.#response.setHeader(COST_HEADER, cost);
        this.#writeError(inPlace, answer);
        return;
      }
      if (answer.held.isHeld()) this.#writeHead(answer, totalMs, cost === undefined ? NO_TEXTS : [COST_HEADER, cost]);
      else this.#writeHead(answer, answer.answeredMs);
    }
    if (this.#hasTrailer && cost !== undefined) this.#response.addTrailers({ [COST_HEADER]: cost });
    const pieces = answer.held.rest();
    const last = pieces.pop();
    for (const piece of pieces) this.#response.write(piece);
    endAnswer(this.#response, last);
  }

  /**
   * Ends an answer that broke off. An answer that has begun cannot be replaced, so its connection is closed before the
   * end.
   * @param isAdmitted true if the admission of the call is stored: the caller then gets what arrived of a stream
   */
  breakOff(answer: AttemptAnswer, error: Error, isAdmitted: boolean): void {
    if (this.#response.headersSent) this.#response.destroy();
    else if (this.#response.destroyed) return;
    else if (
      isAdmitted &&
      !answer.held.isHeld() &&
      answer.held.pieces.length > 0 &&
      !(error instanceof CallAbortedError)
    ) {
      this.#writeHead(answer, answer.answeredMs);
      this.#response.write(Buffer.concat(answer.held.pieces), () => this.#response.destroy());
    } else this.#writeError(brokenCallError(error), answer);
  }

  /**
   * Writes the head of an answer.
   * @param providedMs the end of the last wait for the provider, in milliseconds since the call began
   * @param whole the headers that only a complete answer has, names and values alternating
   */
  #writeHead(answer: AttemptAnswer, providedMs: number, whole?: readonly string[]): void {
    this.#response.sendDate = false;
    const { call, admission, cache } = this.#forwarding;
    const { sent, dispatchedMs } = this.#attempts;
    const headers = downstreamHeaders(answer.headers, call.requestId, sent.upstream.returnedHeaders);
    appendTexts(headers, sent.routeHeaders, this.#attempts.header(answer.status));
    if (admission !== undefined) appendTexts(headers, admission.headers());
    if (cache !== undefined) headers.push('x-tt-cache', cache.status);
    if (answer.isError) appendTexts(headers, PROVIDER_ERROR_HEADER);
    const addedMs = this.#ownMs + this.#sinceStart() - providedMs;
    appendTexts(headers, addedTimeHeader(addedMs), whole ?? this.#trailerHeader(answer));
    this.#response.writeHead(answer.status ?? 502, headers);
    this.#parts.faultPoints?.reach('gateway.after_head');
    this.#parts.metrics.answered({ upstreamMs: answer.answeredMs - dispatchedMs, addedMs });
  }

  /** The header that announces the trailer before the body. Only an answer of unknown length has a trailer. */
  #trailerHeader({ bytesLeft }: AttemptAnswer): readonly string[] {
    this.#hasTrailer = this.#forwarding.takesTrailers && bytesLeft === Infinity;
    return this.#hasTrailer ? ['trailer', COST_HEADER] : NO_TEXTS;
  }

  #writeError(error: GatewayError, { status }: AttemptAnswer): void {
    const { call, endpoint, admission, cache } = this.#forwarding;
    addErrorHeaders(this.#response, this.#attempts.sent.routeHeaders);
    addErrorHeaders(this.#response, this.#attempts.header(status));
    if (admission?.isSuspended === true) this.#response.setHeader('x-tt-coordination', 'suspended');
    if (cache !== undefined) this.#response.setHeader('x-tt-cache', cache.status);
    const { errorBody } = protocolAt(endpoint);
    writeError(this.#response, error, { requestId: call.requestId, errorBody });
  }

  #sinceStart(): number {
    return this.#parts.monotonicMs() - this.#forwarding.startedAt;
  }
}
