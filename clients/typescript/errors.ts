import type { FaultCode } from './wire.ts';

/**
 * The base class of all errors of calls that were sent. Arguments that cannot be sent cause a `TypeError` before the
 * call.
 */
export abstract class TruetallyError extends Error {}

/** One faulty member of a request: an RFC 6901 pointer to it, and a sentence about it. */
export interface ProblemFault {
  readonly pointer: string;
  readonly detail: string;
  /**
   * The code of a faulty cadence, a conflict or a failed precondition. A later version of the service may add codes.
   */
  readonly code?: FaultCode | (string & {});
}

/**
 * Thrown when the service answers with a problem document (RFC 9457). Recognise a problem by `status` and `type`
 * together; `message` is its `detail`, a sentence for a person.
 */
export class TruetallyProblemError extends TruetallyError {
  override readonly name: string = 'TruetallyProblemError';
  /** The status of the answer. */
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** The next action, such as `retry`, `check_selection` or `refresh_view`; empty if the lane names none. */
  readonly nextAction: string;
  /** The faulty members of the request; empty if the problem concerns no single member. */
  readonly errors: readonly ProblemFault[];
  /** The id by which an operator finds the request. */
  readonly requestId: string;
  /** The number of seconds that the service asks the caller to wait; undefined if it sets none. */
  readonly retryAfterSeconds: number | undefined;
  /** The complete problem document, as received. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(status: number, document: Readonly<Record<string, unknown>>, retryAfterSeconds?: number) {
    const detail = textIn(document, 'detail');
    super(detail);
    this.status = status;
    // RFC 9457: a problem without a type is `about:blank`.
    this.type = textIn(document, 'type') || 'about:blank';
    this.code = textIn(document, 'code');
    this.title = textIn(document, 'title');
    this.detail = detail;
    this.nextAction = textIn(document, 'next_action');
    this.errors = faultsIn(document);
    this.requestId = textIn(document, 'request_id');
    this.retryAfterSeconds = retryAfterSeconds;
    this.document = document;
  }

  /** True if one of `errors` has this code: `name_taken`, `key_reused`, `view_moved` … */
  hasFault(code: FaultCode): boolean {
    return this.errors.some((fault) => fault.code === code);
  }
}

/** Thrown for a row of the published table of insight refusals, such as 422 `validation_failed`. */
export class InsightRefusalError extends TruetallyProblemError {
  override readonly name: string = 'InsightRefusalError';
}

/** Thrown for 403 `forbidden`: a permission that the caller lacks. Trying again does not help. */
export class InsightForbiddenError extends InsightRefusalError {
  override readonly name: string = 'InsightForbiddenError';
}

/**
 * Thrown for the refusals of the table with the status 503: the service fails to answer a question that is permitted.
 */
export class InsightUnavailableError extends InsightRefusalError {
  override readonly name: string = 'InsightUnavailableError';
}

/** Thrown if the API does not describe the answer: the page of a proxy, a redirect, or invalid JSON. */
export class TruetallyAnswerError extends TruetallyError {
  override readonly name: string = 'TruetallyAnswerError';
  readonly status: number;
  /** The request id of the answer; empty if it has none. */
  readonly requestId: string;

  constructor(message: string, response: Pick<Response, 'status' | 'headers'>, options?: ErrorOptions) {
    super(message, options);
    this.status = response.status;
    this.requestId = response.headers.get('x-request-id') ?? '';
  }
}

/**
 * Thrown if no complete answer arrived, because nothing listens or the connection broke. A write may or may not have
 * happened.
 */
export class TruetallyConnectionError extends TruetallyError {
  override readonly name: string = 'TruetallyConnectionError';
}

/** Thrown when a call times out. A write may or may not have happened. */
export class TruetallyTimeoutError extends TruetallyError {
  override readonly name: string = 'TruetallyTimeoutError';
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`There was no answer within ${timeoutMs} ms.`);
    this.timeoutMs = timeoutMs;
  }
}

/**
 * Thrown when the caller's signal aborts a call; `cause` is the signal's reason. A write may or may not have happened.
 */
export class TruetallyAbortError extends TruetallyError {
  override readonly name: string = 'TruetallyAbortError';

  constructor(reason: unknown) {
    super('The call was aborted.', { cause: reason });
  }
}

function textIn(document: Readonly<Record<string, unknown>>, name: string): string {
  const value = document[name];
  return typeof value === 'string' ? value : '';
}

function faultsIn({ errors }: Readonly<Record<string, unknown>>): readonly ProblemFault[] {
  return Array.isArray(errors) ? errors.filter(isFault) : [];
}

function isFault(value: unknown): value is ProblemFault {
  if (typeof value !== 'object' || value === null || !('pointer' in value) || !('detail' in value)) return false;
  if ('code' in value && typeof value.code !== 'string') return false;
  return typeof value.pointer === 'string' && typeof value.detail === 'string';
}
