import type { IncomingHttpHeaders } from 'node:http';
import type { BodyReservation } from '../body/body-budget.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { AnswerReader, ReadAnswer } from '../usage/answer-reader.ts';
import { HeldAnswer } from './held-answer.ts';

/** The answer of a provider to one attempt of a call, as far as it came. Times are in milliseconds since the call began. */
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
  /** How long the provider asks to wait; undefined where it does not say. */
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

  /** It has come to its end. @returns what was read of it; undefined where there was nothing to read */
  end(): ReadAnswer | undefined {
    return (this.#read = this.reader?.end());
  }

  /** What was read of it, also where it did not come to its end. Nothing is read afterwards. */
  read(): ReadAnswer | undefined {
    return this.#read ?? this.reader?.end();
  }

  /** Whether the provider states an error, as far as is known. */
  get isError(): boolean {
    const isStated = this.#read?.judgement.state === 'failed' || this.reader?.hasError === true;
    return isStated || (this.status ?? 0) >= 400;
  }

  /**
   * Has a whole error go out as its caller may see it.
   * @param key the operator's, that the provider was called with; undefined where it was called with another or none
   * @returns the error that stands in its place; undefined where it goes out itself
   */
  showError(key: string | undefined): GatewayError | undefined {
    const shown = this.held.show(this.status ?? 502, this.headers, key);
    if ('type' in shown) return shown;
    this.headers = shown.headers;
    return undefined;
  }
}
