import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { ReportedError } from '../../providers/answers/reported-error.ts';
import { protocolAt } from '../../providers/protocols/registry.ts';
import { turnBytes } from '../body/turn-bytes.ts';
import type { AnswerRecorder } from '../cache/answer-recorder.ts';
import type { CallerResponse } from '../call/caller-response.ts';
import { retryAfterIn } from '../routing/retry-after-in.ts';
import { createAnswerReader } from '../usage/create-answer-reader.ts';
import { streamFormOf } from '../usage/stream-form-of.ts';
import { AttemptAnswer } from './attempt-answer.ts';
import type { ForwardedParts, Forwarding, SentTo } from './forwarding.ts';

/** The call that an attempt is made for. */
export interface AttemptedCall {
  readonly parts: Pick<ForwardedParts, 'faultPoints'>;
  readonly forwarding: Pick<Forwarding, 'call' | 'endpoint' | 'content' | 'room'>;
  readonly response: CallerResponse;
  /** True if its admission is stored. */
  readonly isAdmitted: boolean;
  /** True if it may be sent again. */
  readonly isRepeatable: boolean;
  /** Milliseconds since it began. */
  sinceStart(): number;
  /** Passes the answer on as it comes, once the call is admitted. */
  begin(): void;
  /**
   * True if another attempt replaces this one: nothing more of this attempt is heard then.
   * @param status of the attempt; undefined if no answer began
   * @param error the provider's word for an error that the answer stated
   */
  isSentAgain(status: number | undefined, headers: IncomingHttpHeaders, error: string | undefined): boolean;
  /** @param error why the provider did not end the answer itself; undefined where it did */
  end(error: Error | undefined): void;
}

class LetGo extends Error {}

/**
 * One attempt of a call: sends its request, and has the answer go to the caller, until another attempt takes its place.
 */
export class AttemptHandler implements Dispatcher.DispatchHandler {
  readonly answer: AttemptAnswer;
  /** Undefined where the answer is not recorded. */
  readonly recorder: AnswerRecorder | undefined;
  readonly #call: AttemptedCall;
  readonly #sent: SentTo;
  #controller: Dispatcher.DispatchController | undefined;
  /** The reason why we ended it. */
  #aborted: Error | undefined;
  #isOver = false;

  constructor(call: AttemptedCall, sent: SentTo, recorder: AnswerRecorder | undefined) {
    this.#call = call;
    this.#sent = sent;
    this.recorder = recorder;
    this.answer = new AttemptAnswer(call.forwarding.room);
  }

  /** True if a byte may have been sent to the provider. */
  get wasSent(): boolean {
    return this.#controller !== undefined;
  }

  /** Ends it where it is. @returns whether its end is heard; it is not where it has not begun */
  abort(error: Error): boolean {
    this.#aborted = error;
    this.#controller?.abort(error);
    return this.#controller !== undefined;
  }

  /** Passes a stream on that came before its call was admitted. */
  goOn(): void {
    const { status, held } = this.answer;
    const controller = this.#controller;
    if (status === undefined || held.waits || controller === undefined) return;
    try {
      this.#call.begin();
      if (controller.paused) controller.resume();
    } catch (error) {
      // A head that cannot be passed on, such as one with a control character in it.
      controller.abort(error as Error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted !== undefined) controller.abort(this.#aborted);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    if (status >= 300 && this.#isSentAgain(status, headers)) {
      this.#letGo(controller);
      return;
    }
    const { call, endpoint, content } = this.#call.forwarding;
    const { upstream, ownKey } = this.#sent;
    const { answer } = this;
    const { held } = answer;
    answer.begin(status, headers, this.#call.sinceStart());
    if (status === 503) answer.retryAfterMs = retryAfterIn(headers, call);
    const { streaming: isStreamAsked } = call;
    const isStream = streamFormOf(protocolAt(endpoint), isStreamAsked, headers['content-type']) !== undefined;
    held.begin({ status, headers, isStream }, ownKey, this.#call.isRepeatable);
    this.recorder?.begin(status, headers, held);
    const form = { endpoint, usage: upstream.usageForm(endpoint), isStreamAsked, headers };
    if (status < 300) answer.reader = createAnswerReader(form, held, content);
    // What is held goes out with its whole row.
    if (!held.waits) this.#call.begin();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    const { answer } = this;
    const { held } = answer;
    if (this.#call.forwarding.call.streaming) answer.firstOutputMs ??= this.#call.sinceStart();
    answer.count(chunk.length);
    if (held.mayHoldKey) {
      held.keep(chunk);
      return;
    }
    if (held.isHeld() && !held.hasRoomFor(chunk)) this.#release();
    answer.reader?.see(chunk);
    this.recorder?.see(chunk);
    if (held.isAwaited && this.#isFirstEventSentAgain(controller, chunk)) return;
    this.#pass(controller, held.shown(chunk, answer.reader?.hasError === true));
    turnBytes.share(controller, chunk.length, () => this.#call.response.writableNeedDrain);
    this.#call.parts.faultPoints?.reach('gateway.within_answer');
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    const { reader } = this.answer;
    if (reader === undefined) this.#call.end(undefined);
    else reader.finish(() => this.#endRead());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver || this.#isSentAgain(undefined, {})) return;
    this.#call.end(error);
  }

  #isSentAgain(status: number | undefined, headers: IncomingHttpHeaders): boolean {
    if (this.answer.status !== undefined) return false;
    this.answer.status = status;
    return this.#call.isSentAgain(status, headers, undefined);
  }

  /** The same where an answer of status 200 states an error, and nothing of it went out. */
  #isErrorSentAgain({ word, status }: ReportedError): boolean {
    if (status === undefined || this.#call.response.headersSent) return false;
    return this.#call.isSentAgain(status, this.answer.headers, word);
  }

  #letGo(controller: Dispatcher.DispatchController): void {
    this.#isOver = true;
    controller.abort(new LetGo());
  }

  #release(): void {
    this.answer.held.release();
    this.#call.begin();
  }

  #pass(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { held, bytesLeft } = this.answer;
    const { isAdmitted, response } = this.#call;
    // With the last byte the answer would have ended, and its row would not be kept yet.
    if (held.waits || !isAdmitted || bytesLeft === 0) {
      held.pieces.push(chunk);
      // A short answer is heard to its end: a provider that closes its connection meanwhile would else have broken off.
      if (!held.waits && !isAdmitted && !held.hasRoomBeforeStream(chunk)) controller.pause();
    } else if (!response.write(chunk)) {
      controller.pause();
      response.once('drain', () => controller.resume());
    }
  }

  /** Lets a stream go on with its first event, unless that is an error in whose place another attempt is made. */
  #isFirstEventSentAgain(controller: Dispatcher.DispatchController, chunk: Buffer): boolean {
    const { reader, held } = this.answer;
    const beginning = reader?.beginning;
    if (typeof beginning === 'object' && this.#isErrorSentAgain(beginning)) {
      this.#letGo(controller);
      return true;
    }
    if (beginning === 'awaited' && held.waitsForEvent(chunk)) return false;
    this.#release();
    return false;
  }

  #endRead(): void {
    const read = this.answer.end();
    const failed = read?.judgement.state === 'failed' && read.usage === undefined ? read.judgement : undefined;
    if (failed === undefined || !this.answer.held.isHeld() || !this.#isErrorSentAgain(failed.error))
      this.#call.end(undefined);
  }
}
