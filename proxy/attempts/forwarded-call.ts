import type { IncomingHttpHeaders } from 'node:http';
import { toPostRequest } from '../body/body-bytes.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { CallEnding } from '../call/call-ending.ts';
import type { CallerResponse } from '../call/caller-response.ts';
import { CallAbortedError } from '../decision-log/call-aborted-error.ts';
import { createCallEnding, type CallProgress, type CallAbortReason } from '../decision-log/create-call-ending.ts';
import type { Admission } from '../governance/admission.ts';
import { logAdmission, logEnding, type SentCall } from '../paid-calls/make-call.ts';
import type { NextAttempt } from '../routing/attempt-plan.ts';
import { readRetryAfterMs } from '../routing/read-retry-after-ms.ts';
import type { CallTrace } from '../traces/call-trace.ts';
import { AnswerWriter } from './answer-writer.ts';
import { AttemptHandler, type AttemptedCall } from './attempt-handler.ts';
import { CallAttempts } from './call-attempts.ts';
import type { ForwardedParts, Forwarding } from './forwarding.ts';

/**
 * A call in flight. Its admission is in the journal before the first byte of the answer is sent, and its ending before
 * the last byte. Between the two, a stream is forwarded as it arrives. Any other answer is held until it is complete,
 * so that its head can state the cost.
 */
export class ForwardedCall implements AttemptedCall, SentCall {
  readonly parts: ForwardedParts;
  readonly forwarding: Forwarding;
  readonly response: CallerResponse;
  readonly #done: () => void;
  readonly #trace: CallTrace | undefined;
  readonly #attempts: CallAttempts;
  readonly #writer: AnswerWriter;
  /** The present attempt. */
  #attempt: AttemptHandler;
  #isAdmitted = false;
  #isEnding = false;
  #cut: CallAbortReason | undefined;
  /** The reason why the provider did not end the answer itself; undefined if it did. */
  #error: Error | undefined;

  constructor(parts: ForwardedParts, forwarding: Forwarding, response: CallerResponse, done: () => void) {
    this.parts = parts;
    this.forwarding = forwarding;
    this.response = response;
    this.#done = done;
    this.#trace = parts.traces?.of(forwarding.call.requestId);
    this.#attempts = new CallAttempts(forwarding);
    this.#writer = new AnswerWriter(parts, forwarding, this.#attempts, response);
    this.#attempt = new AttemptHandler(this, forwarding, forwarding.cache?.recorder);
  }

  get call(): AdmittedCall {
    return this.forwarding.call;
  }

  get admission(): Admission | undefined {
    return this.forwarding.admission;
  }

  get isAdmitted(): boolean {
    return this.#isAdmitted;
  }

  get isRepeatable(): boolean {
    return this.#attempts.isRepeatable;
  }

  sinceStart(): number {
    return this.parts.monotonicMs() - this.forwarding.startedAt;
  }

  /** Admits and sends the call. The provider does not wait for the disk. */
  start(): void {
    logAdmission(this.parts.log, this, true);
    // A stream continues as soon as it begins, so its admission should be stored by then.
    if (this.forwarding.call.streaming) this.parts.log.hurry();
    this.response.on('close', () => {
      if (!this.response.writableFinished) this.cut('caller_gone');
    });
    // The caller may have left during the cache lookup.
    if (this.response.destroyed) {
      this.cut('caller_gone');
      return;
    }
    const sentMs = this.sinceStart();
    this.#writer.started(sentMs);
    this.#dispatch(sentMs);
  }

  #dispatch(dispatchedMs: number): void {
    const { upstream, path, headers, body } = this.#attempts.sent;
    this.#attempts.dispatchedMs = dispatchedMs;
    this.parts.faultPoints?.reach('gateway.before_dispatch');
    upstream.pool.dispatch(toPostRequest(path, body, headers), this.#attempt);
    this.parts.faultPoints?.reach('gateway.after_dispatch');
  }

  isSentAgain(status: number | undefined, headers: IncomingHttpHeaders, error: string | undefined): boolean {
    if (!this.isRepeatable || this.#isEnding || this.#cut !== undefined) return false;
    const { answer, wasSent } = this.#attempt;
    const retryAfterMs = readRetryAfterMs(headers, this.forwarding.call);
    const next = this.#attempts.next({ status, wasSent, retryAfterMs }, this.sinceStart());
    if (next === undefined) return false;
    answer.retryAfterMs = retryAfterMs;
    this.parts.metrics.retried(status === undefined ? 'unreachable' : `http_${status}`);
    this.#sendAgain(next, error);
    return true;
  }

  #sendAgain(next: NextAttempt, error: string | undefined): void {
    const ending = this.#ending(undefined);
    const { answer, recorder } = this.#attempt;
    this.parts.metrics.called(this.#attempts.sent.upstream.name, ending.kind);
    if (ending.attempt !== undefined) this.#traceAttempt(ending);
    this.#attempts.turnedAway(answer.status, error, ending);
    this.#attempts.sent = this.#attempts.sentTo(next);
    // The next attempt reuses nothing of the last one. The cache was asked for the answer of the first attempt, so it
    // stores no other.
    this.#attempt = new AttemptHandler(this, this.#attempts.sent, undefined);
    recorder?.letGo();
    this.parts.faultPoints?.reach('gateway.between_attempts');
    setTimeout(() => this.#dispatchAgain(), next.waitMs);
  }

  #dispatchAgain(): void {
    if (this.#isEnding) return;
    // The key may have been revoked during the last attempt or the wait.
    const refused = this.parts.keys.refusalOf(this.forwarding.call.key);
    if (refused === undefined) this.#dispatch(this.sinceStart());
    else this.cut(refused.type);
  }

  /** Ends the call immediately. */
  cut(reason: CallAbortReason): void {
    if (this.#isEnding || this.#cut !== undefined) return;
    this.#cut = reason;
    const cut = new CallAbortedError(reason);
    if (!this.#attempt.abort(cut)) this.end(cut);
  }

  admitted(): void {
    this.#isAdmitted = true;
    if (!this.#isEnding) this.#attempt.goOn();
  }

  notAdmitted(): void {
    this.cut('log_unavailable');
  }

  begin(): void {
    if (this.#isAdmitted) this.#writer.begin(this.#attempt.answer);
    else this.parts.log.hurry();
  }

  end(error: Error | undefined): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#error = error;
    const ending = this.#ending(error);
    this.parts.metrics.ended(this.forwarding.endpoint, ending.status);
    this.parts.metrics.called(this.#attempts.sent.upstream.name, ending.kind);
    this.#traceAttempt(ending);
    logEnding(this.parts.log, this, ending);
  }

  answer(ending: CallEnding, lost: object | undefined): void {
    const { answer, recorder } = this.#attempt;
    if (lost !== undefined) {
      recorder?.letGo();
      this.#writer.breakOff(answer, this.#error ?? new CallAbortedError('log_unavailable'), this.#isAdmitted);
      return;
    }
    if (this.#error === undefined) this.#writer.finish(answer, ending);
    else this.#writer.breakOff(answer, this.#error, this.#isAdmitted);
    this.parts.faultPoints?.reach('gateway.after_answer');
    recorder?.end(ending);
    this.forwarding.content?.end(ending.isAnswer === true);
  }

  broken(): void {
    this.response.destroy();
  }

  over(): void {
    this.#done();
  }

  #traceAttempt(ending: CallEnding): void {
    if (this.#trace === undefined) return;
    const { endpoint, startedAt } = this.forwarding;
    const { sent, dispatchedMs } = this.#attempts;
    const { status } = this.#attempt.answer;
    const [model, dispatchedAt] = [sent.asked.model, startedAt + dispatchedMs];
    this.#trace.called({ endpoint, upstream: sent.upstream, model, status, dispatchedAt, ending });
  }

  #ending(error: Error | undefined): CallEnding {
    const { sent, dispatchedMs } = this.#attempts;
    const { answer, wasSent } = this.#attempt;
    const progress: CallProgress = {
      asked: sent.asked,
      upstream: sent.upstream,
      status: answer.status,
      retryAfterMs: answer.retryAfterMs,
      answer: answer.read(),
      hasOutput: answer.hasOutput,
      error,
      cut: this.#cut,
      wasSent,
    };
    const ending = createCallEnding(progress, this.parts.prices, {
      call: this.forwarding.call,
      dispatchedMs,
      totalMs: this.sinceStart(),
      firstOutputMs: answer.firstOutputMs,
    });
    return this.#attempts.endingWith(ending);
  }
}
