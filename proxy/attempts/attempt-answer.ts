import type { IncomingHttpHeaders } from 'node:http';
import type { BodyReservation } from '../body/body-budget.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { AnswerReader, ReadAnswer } from '../usage/answer-reader.ts';
import { UnsentAnswer } from './unsent-answer.ts';

/**
 * The answer of a provider to one attempt, as far as it has arrived. Times are in milliseconds since the call began.
 */
export class AttemptAnswer {
  /** The part of the answer that has not been sent. */
  readonly held: UnsentAnswer;
  /** Undefined until the answer begins. */
  status: number | undefined;
  headers: IncomingHttpHeaders = {};
  answeredMs = 0;
  /** Undefined if no stream was requested. */
  firstOutputMs: number | undefined;
  /** The bytes that are still to arrive; infinite if the answer does not state its length. */
  bytesLeft = Infinity;
  hasOutput = false;
  /** Milliseconds that the provider asks to wait; undefined if it does not ask. */
  retryAfterMs: number | undefined;
  reader: AnswerReader | undefined;
  #read: ReadAnswer | undefined;

  constructor(room: Pick<BodyReservation, 'take'>) {
    this.held = new UnsentAnswer(room);
  }

  begin(status: number, headers: IncomingHttpHeaders, answeredMs: number): void {
    this.status = status;
    this.headers = headers;
    this.answeredMs = answeredMs;
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (Number.isSafeInteger(length)) this.bytesLeft = length;
  }

  /** Counts a piece that has arrived. */
  count(bytes: number): void {
    this.hasOutput = true;
    this.bytesLeft -= bytes;
  }

  /** Ends the answer. @returns the content that was read; undefined if there was nothing to read */
  end(): ReadAnswer | undefined {
    return (this.#read = this.reader?.end());
  }

  /** The content that was read, even of an incomplete answer. Nothing is read after this. */
  read(): ReadAnswer | undefined {
    return this.#read ?? this.reader?.end();
  }

  /** True if the provider states an error, as far as is known. */
  get isError(): boolean {
    const isStated = this.#read?.judgement.state === 'failed' || this.reader?.hasError === true;
    return isStated || (this.status ?? 0) >= 400;
  }

  /**
   * Prepares a complete error for the caller.
   * @param key the operator's key with which the provider was called; undefined if the call used another key or none
   * @returns the error that replaces it; undefined if the error itself is sent
   */
  showError(key: string | undefined): GatewayError | undefined {
    const shown = this.held.show(this.status ?? 502, this.headers, key);
    if ('type' in shown) return shown;
    this.headers = shown.headers;
    return undefined;
  }
}
