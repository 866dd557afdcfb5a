import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { SaidError } from '../../providers/answers/said-error.ts';
import { BY_PROVIDER } from '../answers/shown-error.ts';
import { postOf } from '../body/body-bytes.ts';
import type { CallersEnd } from '../call/callers-end.ts';
import type { AnswerRecorder } from '../cache/answer-recorder.ts';
import { Cut, errorOf } from '../decision-log/cut.ts';
import { endingOf, type CallProgress, type CutReason } from '../decision-log/ending-of.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { CallEnding } from '../call/call-ending.ts';
import type { Admission } from '../governance/admission.ts';
import { logAdmission, logEnding, type SentCall } from '../paid-calls/make-call.ts';
import { addTexts, NO_TEXTS } from '../headers/add-texts.ts';
import { addedHeader, COST_HEADER, costText } from '../headers/figure-headers.ts';
import { downstreamHeaders } from '../headers/forward-headers.ts';
import { isEventStream } from '../headers/media-type.ts';
import type { GatewayError } from '../call/refusal.ts';
import { AttemptHandler } from '../routing/attempt-handler.ts';
import type { NextAttempt } from '../routing/attempt-plan.ts';
import { retryAfterIn } from '../routing/retry-after-in.ts';
import type { TriedAttempt } from '../routing/tries-field.ts';
import { turnBytes } from '../body/turn-bytes.ts';
import type { CallTrace } from '../traces/call-trace.ts';
import type { AnswerMemory, AnswerReader, ReadAnswer } from '../usage/answer-reader.ts';
import { createAnswerReader } from '../usage/create-answer-reader.ts';
import { CallAttempts } from './call-attempts.ts';
import { HeldAnswer } from './held-answer.ts';
import { endAnswer, sayHeaders, writeError } from './write-answer.ts';

import type { ForwardedParts, Forwarding, SentTo } from './forwarding.ts';

/**
 * A call on its way to a provider and back. Its admission is kept before the first byte of the answer goes out, and what it came to
 * before the last one does; between the two every piece of a stream goes on as it comes. Any other answer is of use as a whole alone:
 * it goes out at its end, so that its head can say what it cost.
 */
export class ForwardedCall implements Dispatcher.DispatchHandler, SentCall {
  readonly #parts: ForwardedParts;
  readonly #forwarding: Forwarding;
  readonly #response: CallersEnd;
  readonly #done: () => void;
  readonly #trace: CallTrace | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #cut: CutReason | undefined;
  #isAdmitted = false;
  #isEnding = false;
  /** Whoever is asked now. */
  #sent: SentTo;
  #recorder: AnswerRecorder | undefined;
  /** Undefined where it is sent once. */
  readonly #attempts: CallAttempts | undefined;
  /** What passed before anybody was asked. */
  #ownMs = 0;
  #dispatchedMs = 0;
  #retryAfterMs: number | undefined;
  #answeredMs: number | undefined;
  #firstOutputMs: number | undefined;
  #status: number | undefined;
  #head: IncomingHttpHeaders = {};
  #reader: AnswerReader | undefined;
  /** What its answer is read and recorded in: pieces that wait anyway are taken once. */
  readonly #memory: AnswerMemory = {
    take: (bytes) => this.#forwarding.room.take(bytes),
    isHeld: () => this.#isHeld,
  };
  /** Bytes that are still to come of an answer that says how long it is. */
  #bytesLeft = Infinity;
  /** Whether the answer waits for its end. */
  #isHeld = false;
  /** Whether a stream waits for its first event, so that an error in its place can be another attempt. */
  #isAwaited = false;
  /** Whether it is an error that may repeat the operator's key: it goes out as a whole, or not at all. */
  #mayHoldKey = false;
  #held: HeldAnswer;
  /** What was read of an answer that ended. */
  #answer: ReadAnswer | undefined;
  #attempt: AttemptHandler | undefined;
  /** Why the provider did not end the answer itself; undefined where it did. */
  #error: Error | undefined;
  #hasTrailer = false;
  #hasOutput = false;

  constructor(parts: ForwardedParts, forwarding: Forwarding, response: CallersEnd, done: () => void) {
    this.#parts = parts;
    this.#forwarding = forwarding;
    this.#sent = forwarding;
    this.#held = new HeldAnswer(forwarding.room);
    this.#recorder = forwarding.cache?.recorder;
    this.#attempts = forwarding.again && new CallAttempts(forwarding.again);
    this.#response = response;
    this.#done = done;
    this.#trace = parts.traces?.of(forwarding.call.requestId);
  }

  /** Admits and sends at once: the provider is not kept waiting for the disk. */
  start(): void {
    logAdmission(this.#parts.log, this, true);
    // A stream goes on as soon as it begins: its admission is to be kept by then.
    if (this.#forwarding.call.streaming) this.#parts.log.hurry();
    this.#response.on('close', () => {
      if (!this.#response.writableFinished) this.cut('caller_gone');
    });
    // It may have gone while the cache was asked.
    if (this.#response.destroyed) {
      this.cut('caller_gone');
      return;
    }
    this.#ownMs = this.#sinceStart();
    this.#dispatch();
  }

  #dispatch(): void {
    const { upstream, path, headers, body } = this.#sent;
    this.#dispatchedMs = this.#sinceStart();
    if (this.#attempts !== undefined) this.#attempt = new AttemptHandler(this);
    this.#parts.faultPoints?.reach('gateway.before_dispatch');
    upstream.pool.dispatch(postOf(path, body, headers), this.#attempt ?? this);
    this.#parts.faultPoints?.reach('gateway.after_dispatch');
  }

  /** Whether it is asked again in place of what came; `status` is undefined where no answer began. */
  isSentAgain(status: number | undefined, headers: IncomingHttpHeaders): boolean {
    if (this.#status !== undefined) return false;
    const next = this.#nextAttempt(status, headers);
    if (next === undefined) return false;
    this.#status = status;
    this.#sendAgain(next, status, undefined);
    return true;
  }

  /** The same where an answer of status 200 states an error, and nothing of it went out. */
  #isErrorSentAgain({ word, status }: SaidError): boolean {
    if (status === undefined || this.#response.headersSent) return false;
    const next = this.#nextAttempt(status, this.#head);
    if (next === undefined) return false;
    this.#sendAgain(next, status, word);
    return true;
  }

  #nextAttempt(status: number | undefined, headers: IncomingHttpHeaders): NextAttempt | undefined {
    if (this.#attempts === undefined || this.#isEnding || this.#cut !== undefined) return undefined;
    const retryAfterMs = retryAfterIn(headers, this.#forwarding.call);
    const failed = { status, wasSent: this.#controller !== undefined, retryAfterMs };
    const next = this.#attempts.next(failed, this.#sinceStart());
    if (next !== undefined) this.#retryAfterMs = retryAfterMs;
    return next;
  }

  /**
   * @param status that the last attempt came to, by its own or by the error that it stated
   * @param error its word for that error
   */
  #sendAgain(next: NextAttempt, status: number | undefined, error: string | undefined): void {
    const tried = this.#tried(error);
    this.#parts.metrics.retried(status === undefined ? 'unreachable' : `http_${status}`);
    const ending = this.#ending(undefined);
    this.#parts.metrics.called(this.#sent.upstream.name, ending.kind);
    if (ending.attempt !== undefined) this.#tell(ending);
    this.#attempts?.turnedAway(tried, ending);
    this.#forgetAnswer();
    this.#sent = this.#attempts?.sentTo(next) ?? this.#sent;
    // It was looked up as what the first of them answers.
    this.#recorder?.letGo();
    this.#recorder = undefined;
    this.#parts.faultPoints?.reach('gateway.between_attempts');
    setTimeout(() => {
      if (this.#isEnding) return;
      // It may have been revoked while the provider was asked, or waited for.
      const refused = this.#parts.keys.refusalOf(this.#forwarding.call.key);
      if (refused === undefined) this.#dispatch();
      else this.cut(refused.type);
    }, next.waitMs);
  }

  /** Nothing of the last attempt is a part of the next one. */
  #forgetAnswer(): void {
    this.#controller = undefined;
    this.#status = this.#answeredMs = this.#firstOutputMs = this.#reader = this.#answer = undefined;
    this.#bytesLeft = Infinity;
    this.#isHeld = this.#isAwaited = this.#hasOutput = false;
    this.#held = new HeldAnswer(this.#forwarding.room);
  }

  #tried(error?: string): TriedAttempt {
    const { upstream, asked } = this.#sent;
    return { provider: upstream.name, model: asked.model, status: this.#status, error };
  }

  /** Ends it where it is. */
  cut(reason: CutReason): void {
    if (this.#isEnding || this.#cut !== undefined) return;
    this.#cut = reason;
    if (this.#controller === undefined) this.#end(new Cut(reason));
    else this.#controller.abort(new Cut(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#cut !== undefined) controller.abort(new Cut(this.#cut));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    const { endpoint, words } = this.#forwarding;
    this.#status = status;
    this.#head = headers;
    this.#answeredMs = this.#sinceStart();
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (Number.isSafeInteger(length)) this.#bytesLeft = length;
    if (status === 503) this.#retryAfterMs = retryAfterIn(headers, this.#forwarding.call);
    // An error is looked through before it goes out, whatever its form.
    this.#isHeld = status >= 400 || !isEventStream(headers['content-type']);
    this.#mayHoldKey = status >= 400 && this.#sent.ownKey !== undefined;
    this.#isAwaited = !this.#isHeld && this.#attempt !== undefined;
    if (!this.#isHeld) this.#held.beginStream(headers, this.#sent.ownKey);
    this.#recorder?.begin(status, headers, this.#memory);
    const form = { endpoint, usage: this.#sent.upstream.usageForm(endpoint), headers };
    if (status < 300) this.#reader = createAnswerReader(form, this.#memory, words);
    // What is held goes out with its whole row.
    if (!this.#isHeld && !this.#isAwaited) this.#begin();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#firstOutputMs ??= this.#sinceStart();
    this.#hasOutput = true;
    this.#bytesLeft -= chunk.length;
    if (this.#mayHoldKey) {
      if (this.#held.keeps(chunk)) this.#held.pieces.push(chunk);
      return;
    }
    if (this.#isHeld && !this.#held.waits(chunk)) {
      this.#isHeld = false;
      this.#begin();
    }
    this.#reader?.see(chunk);
    this.#recorder?.see(chunk);
    if (this.#isAwaited && this.#isFirstEventSentAgain(controller, chunk)) return;
    this.#pass(controller, this.#held.shown(chunk, this.#reader?.hasError === true));
    turnBytes.share(controller, chunk.length, () => this.#response.writableNeedDrain);
    this.#parts.faultPoints?.reach('gateway.within_answer');
  }

  #pass(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // With the last byte the answer would have ended, and its row would not be kept yet.
    if (this.#isHeld || this.#isAwaited || !this.#isAdmitted || this.#bytesLeft === 0) {
      this.#held.pieces.push(chunk);
      // A short answer is heard to its end: a provider that closes its connection meanwhile would else have broken off.
      const isStream = !this.#isHeld && !this.#isAwaited;
      if (isStream && !this.#isAdmitted && !this.#held.hasRoomBeforeStream(chunk)) controller.pause();
    } else if (!this.#response.write(chunk)) {
      controller.pause();
      this.#response.once('drain', () => controller.resume());
    }
  }

  /** Lets a stream go on with its first event, unless that is an error in whose place another attempt is made. */
  #isFirstEventSentAgain(controller: Dispatcher.DispatchController, chunk: Buffer): boolean {
    const beginning = this.#reader?.beginning;
    if (typeof beginning === 'object' && this.#isErrorSentAgain(beginning)) {
      this.#attempt?.letGo(controller);
      return true;
    }
    if (beginning === 'awaited' && this.#held.waitsForEvent(chunk)) return false;
    this.#isAwaited = false;
    this.#begin();
    return false;
  }

  onResponseEnd(): void {
    if (this.#reader === undefined) this.#end(undefined);
    else this.#reader.finish(() => this.#endRead());
  }

  #endRead(): void {
    const answer = (this.#answer = this.#reader?.end());
    const failed = answer?.judgement.state === 'failed' && answer.usage === undefined ? answer.judgement : undefined;
    if (failed === undefined || !this.#isHeld || !this.#isErrorSentAgain(failed.error)) this.#end(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  get call(): AdmittedCall {
    return this.#forwarding.call;
  }

  get admission(): Admission | undefined {
    return this.#forwarding.admission;
  }

  admitted(): void {
    try {
      this.#admit();
    } catch (error) {
      // A head that cannot be passed on, such as one with a control character in it.
      this.#controller?.abort(error as Error);
    }
  }

  notAdmitted(): void {
    this.cut('log_unavailable');
  }

  #admit(): void {
    this.#isAdmitted = true;
    if (
      this.#status === undefined ||
      this.#isHeld ||
      this.#isAwaited ||
      this.#isEnding ||
      this.#controller === undefined
    )
      return;
    this.#begin();
    if (this.#controller.paused) this.#controller.resume();
  }

  /** Has an answer go on as it comes, once its admission is kept: whoever waits for a stream is told at once that there is one. */
  #begin(): void {
    if (!this.#isAdmitted) {
      this.#parts.log.hurry();
      return;
    }
    this.#writeHead(this.#answeredMs ?? 0);
    this.#response.flushHeaders();
    const { pieces } = this.#held;
    for (const piece of pieces.splice(0, pieces.length - (this.#bytesLeft === 0 ? 1 : 0))) this.#response.write(piece);
  }

  /**
   * @param providedMs when the provider was last waited for
   * @param whole what is said of an answer that has come to its end: names and values one after the other
   */
  #writeHead(providedMs: number, whole?: readonly string[]): void {
    this.#response.sendDate = false;
    const { call, admission, cache } = this.#forwarding;
    const headers = downstreamHeaders(this.#head, call.requestId, this.#sent.upstream.returnedHeaders);
    addTexts(headers, this.#sent.routeHeaders, this.#triesHeader());
    if (admission !== undefined) addTexts(headers, admission.headers());
    if (cache !== undefined) headers.push('x-tt-cache', cache.status);
    if (this.#isError) addTexts(headers, BY_PROVIDER);
    const addedMs = this.#ownMs + this.#sinceStart() - providedMs;
    addTexts(headers, addedHeader(addedMs), whole ?? this.#trailerHeader());
    this.#response.writeHead(this.#status ?? 502, headers);
    this.#parts.faultPoints?.reach('gateway.after_head');
    this.#parts.metrics.answered({ upstreamMs: (this.#answeredMs ?? 0) - this.#dispatchedMs, addedMs });
  }

  #end(error: Error | undefined): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#error = error;
    const ending = this.#ending(error);
    this.#parts.metrics.ended(this.#forwarding.endpoint, ending.status);
    this.#parts.metrics.called(this.#sent.upstream.name, ending.kind);
    this.#tell(ending);
    logEnding(this.#parts.log, this, ending);
  }

  answer(ending: CallEnding, lost: object | undefined): void {
    if (lost !== undefined) {
      this.#recorder?.letGo();
      this.#breakOff(this.#error ?? new Cut('log_unavailable'));
      return;
    }
    if (this.#error === undefined) this.#finish(ending);
    else this.#breakOff(this.#error);
    this.#parts.faultPoints?.reach('gateway.after_answer');
    this.#recorder?.end(ending);
    this.#forwarding.words?.end(ending.isAnswer === true);
  }

  broken(): void {
    this.#response.destroy();
  }

  over(): void {
    this.#done();
  }

  #triesHeader(): readonly string[] {
    return this.#attempts?.hasTried === true ? this.#attempts.header(this.#tried()) : NO_TEXTS;
  }

  /** What is to come behind the body is said before it; only an answer of unknown length has something behind. */
  #trailerHeader(): readonly string[] {
    this.#hasTrailer = this.#forwarding.takesTrailers && this.#bytesLeft === Infinity;
    return this.#hasTrailer ? ['trailer', COST_HEADER] : NO_TEXTS;
  }

  #tell(ending: CallEnding): void {
    if (this.#trace === undefined) return;
    const { endpoint, startedAt } = this.#forwarding;
    const { upstream, asked } = this.#sent;
    const dispatchedAt = startedAt + this.#dispatchedMs;
    this.#trace.called({ endpoint, upstream, model: asked.model, status: this.#status, dispatchedAt, ending });
  }

  #ending(error: Error | undefined): CallEnding {
    const { asked, upstream } = this.#sent;
    const progress: CallProgress = {
      asked,
      upstream,
      status: this.#status,
      retryAfterMs: this.#retryAfterMs,
      answer: this.#answer ?? this.#reader?.end(),
      hasOutput: this.#hasOutput,
      error,
      cut: this.#cut,
      wasSent: this.#controller !== undefined,
    };
    const ending = endingOf(progress, this.#parts.prices, {
      call: this.#forwarding.call,
      dispatchedMs: this.#dispatchedMs,
      totalMs: this.#sinceStart(),
      firstOutputMs: this.#firstOutputMs,
    });
    return this.#attempts?.endingWith(ending) ?? ending;
  }

  #finish({ attempt, totalMs }: CallEnding): void {
    const cost = costText(attempt);
    if (!this.#response.headersSent) {
      const inPlace = this.#isError ? this.#showError() : undefined;
      if (inPlace !== undefined) {
        if (cost !== undefined) this.#response.setHeader(COST_HEADER, cost);
        this.#tellError(inPlace);
        return;
      }
      if (this.#isHeld) this.#writeHead(totalMs, cost === undefined ? [] : [COST_HEADER, cost]);
      else this.#writeHead(this.#answeredMs ?? 0);
    }
    if (this.#hasTrailer && cost !== undefined) this.#response.addTrailers({ [COST_HEADER]: cost });
    const pieces = this.#held.rest();
    const last = pieces.pop();
    for (const piece of pieces) this.#response.write(piece);
    endAnswer(this.#response, last);
  }

  /** Whether the provider states an error, as far as is known. */
  get #isError(): boolean {
    const isStated = this.#answer?.judgement.state === 'failed' || this.#reader?.hasError === true;
    return isStated || (this.#status ?? 0) >= 400;
  }

  /** Has a whole error go out as its caller may see it, or gives the error that stands in its place. */
  #showError(): GatewayError | undefined {
    const shown = this.#held.show(this.#status ?? 502, this.#head, this.#sent.ownKey);
    if ('type' in shown) return shown;
    this.#head = shown.headers;
    return undefined;
  }

  /** What has begun cannot be made another answer: its connection ends without an end. */
  #breakOff(error: Error): void {
    if (this.#response.headersSent) this.#response.destroy();
    else if (this.#hasUnsentOutput && !(error instanceof Cut)) {
      this.#writeHead(this.#answeredMs ?? 0);
      this.#response.write(Buffer.concat(this.#held.pieces), () => this.#response.destroy());
    } else if (!this.#response.destroyed) this.#tellError(errorOf(error));
  }

  #tellError(error: GatewayError): void {
    const { call, admission, cache } = this.#forwarding;
    sayHeaders(this.#response, [...this.#sent.routeHeaders, ...this.#triesHeader()]);
    if (admission?.isSuspended === true) this.#response.setHeader('x-tt-coordination', 'suspended');
    if (cache !== undefined) this.#response.setHeader('x-tt-cache', cache.status);
    writeError(this.#response, error, call.requestId);
  }

  /** Whether a stream broke off before its admission was kept: what came of it is the caller's. */
  get #hasUnsentOutput(): boolean {
    return this.#isAdmitted && !this.#isHeld && this.#held.pieces.length > 0 && !this.#response.destroyed;
  }

  #sinceStart(): number {
    return this.#parts.elapsed() - this.#forwarding.startedAt;
  }
}
