import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { ReportedError } from '../../providers/answers/reported-error.ts';
import { protocolAt } from '../../providers/protocols/registry.ts';
import { turnBytes } from '../body/turn-bytes.ts';
import type { AnswerRecorder } from '../cache/answer-recorder.ts';
import type { CallerResponse } from '../call/caller-response.ts';
import { readRetryAfterMs } from '../routing/read-retry-after-ms.ts';
import { createAnswerReader } from '../usage/create-answer-reader.ts';
import { findStreamForm } from '../usage/find-stream-form.ts';
import { AttemptAnswer } from './attempt-answer.ts';
import type { ForwardedParts, Forwarding, UpstreamCall } from './forwarding.ts';

/** The call that an attempt is made for. */
export interface AttemptedCall {
  readonly parts: Pick<ForwardedParts, 'faultPoints'>;
  readonly forwarding: Pick<Forwarding, 'call' | 'endpoint' | 'content' | 'room'>;
  readonly response: CallerResponse;
  /** True if its admission is stored. */
  readonly isAdmitted: boolean;
  /** True if the call may be sent again. */
  readonly isRepeatable: boolean;
  /** Milliseconds since the call began. */
  sinceStart(): number;
  /** Passes the answer on as it arrives, when the call is admitted. */
  begin(): void;
  /**
   * True if another attempt replaces this one. The rest of this attempt is then ignored.
   * @param status the status of the attempt; undefined if no answer began
   * @param error the provider's name for an error that the answer stated
   */
  isSentAgain(status: number | undefined, headers: IncomingHttpHeaders, error: string | undefined): boolean;
  /** Ends the call. @param error the reason why the provider did not end the answer; undefined if it did */
  end(error: Error | undefined): void;
}

class LetGo extends Error {}

/**
 * One attempt of a call. It sends the request and passes the answer to the caller, until another attempt replaces it.
 */
export class AttemptHandler implements Dispatcher.DispatchHandler {
  readonly answer: AttemptAnswer;
  /** Undefined if the answer is not recorded. */
  readonly recorder: AnswerRecorder | undefined;
  readonly #call: AttemptedCall;
  readonly #sent: UpstreamCall;
  #controller: Dispatcher.DispatchController | undefined;
  /** The reason why the gateway aborted the attempt. */
  #aborted: Error | undefined;
  #isOver = false;

  constructor(call: AttemptedCall, sent: UpstreamCall, recorder: AnswerRecorder | undefined) {
    this.#call = call;
    this.#sent = sent;
    this.recorder = recorder;
    this.answer = new AttemptAnswer(call.forwarding.room);
  }

  /** True if a byte may have been sent to the provider. */
  get wasSent(): boolean {
    return this.#controller !== undefined;
  }

  /** Aborts the attempt. @returns true if its end will be reported; false if it has not begun */
  abort(error: Error): boolean {
    this.#aborted = error;
    this.#controller?.abort(error);
    return this.#controller !== undefined;
  }

  /** Continues a stream that arrived before its call was admitted. */
  goOn(): void {
    const { status, held } = this.answer;
    const controller = this.#controller;
    if (status === undefined || held.waits || controller === undefined) return;
    try {
      this.#call.begin();
      if (controller.paused) controller.resume();
    } catch (error) {
      // The head cannot be passed on, for example because it has a control character.
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
    if (status === 503) answer.retryAfterMs = readRetryAfterMs(headers, call);
    const { streaming: isStreamAsked } = call;
    const isStream = findStreamForm(protocolAt(endpoint), isStreamAsked, headers['content-type']) !== undefined;
    held.begin({ status, headers, isStream }, ownKey, this.#call.isRepeatable);
    this.recorder?.begin(status, headers, held);
    const form = { endpoint, usage: upstream.usageForm(endpoint), isStreamAsked, headers };
    if (status < 300) answer.reader = createAnswerReader(form, held, content);
    // A held answer is sent when its complete row is stored.
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

  /** True if another attempt replaces an unsent answer of status 200 that states an error. */
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
    // The last byte would end the answer before its row is stored.
    if (held.waits || !isAdmitted || bytesLeft === 0) {
      held.pieces.push(chunk);
      // A short answer is read to its end: if it paused, a provider that closes its connection would seem to break it
      // off.
      if (!held.waits && !isAdmitted && !held.hasRoomBeforeStream(chunk)) controller.pause();
    } else if (!response.write(chunk)) {
      controller.pause();
      response.once('drain', () => controller.resume());
    }
  }

  /**
   * True if another attempt replaces a stream whose first event is an error. Otherwise lets the stream continue from
   * its first event.
   */
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
