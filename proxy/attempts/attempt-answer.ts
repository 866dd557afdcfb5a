import type { IncomingHttpHeaders } from 'node:http';
import type { BodyReservation } from '../body/body-budget.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { AnswerReader, ReadAnswer } from '../usage/answer-reader.ts';
import { HeldAnswer } from './held-answer.ts';

/**
 * The answer of a provider to one attempt of a call, as far as it came. Times are in milliseconds since the call began.
 */
export class AttemptAnswer {
  /** The part of it that has not gone out. */
  readonly held: HeldAnswer;
  /** Undefined while none has begun. */
  status: number | undefined;
  headers: IncomingHttpHeaders = {};
  answeredMs = 0;
  /** Undefined where no stream was asked for. */
  firstOutputMs: number | undefined;
  /** Bytes that are still to come of an answer that says how long it is. */
  bytesLeft = Infinity;
  hasOutput = false;
  /** Milliseconds that the provider asks to wait; undefined if it does not. */
  retryAfterMs: number | undefined;
  reader: AnswerReader | undefined;
  #read: ReadAnswer | undefined;

  constructor(room: Pick<BodyReservation, 'take'>) {
    this.held = new HeldAnswer(room);
  }

  begin(status: number, headers: IncomingHttpHeaders, answeredMs: number): void {
    this.status = status;
    this.headers = headers;
    this.answeredMs = answeredMs;
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (Number.isSafeInteger(length)) this.bytesLeft = length;
  }

  /** A piece of it comes. */
  count(bytes: number): void {
    this.hasOutput = true;
    this.bytesLeft -= bytes;
  }

  /** Ends the answer. @returns the content that was read; undefined if there was nothing to read */
  end(): ReadAnswer | undefined {
    return (this.#read = this.reader?.end());
  }

  /** The content that was read, also of an incomplete answer. Nothing is read afterwards. */
  read(): ReadAnswer | undefined {
    return this.#read ?? this.reader?.end();
  }

  /** True if the provider states an error, as far as is known. */
  get isError(): boolean {
    const isStated = this.#read?.judgement.state === 'failed' || this.reader?.hasError === true;
    return isStated || (this.status ?? 0) >= 400;
  }

  /**
   * Prepares a whole error for its caller.
   * @param key of the operator, with which the provider was called; undefined if it was called with another or none
   * @returns the error in its place; undefined if it is sent itself
   */
  showError(key: string | undefined): GatewayError | undefined {
    const shown = this.held.show(this.status ?? 502, this.headers, key);
    if ('type' in shown) return shown;
    this.headers = shown.headers;
    return undefined;
  }
}
