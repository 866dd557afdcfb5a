import type { CalledModel, ReportedCall } from './reported-call.ts';

/** Names of errors which say that the caller did not wait for the end. */
const CANCELLED = /(^|\.)(Cancell?edError|AbortError|APIUserAbortError|cancell?ed|context\.Canceled)$/;

/**
 * Names of errors that say that a provider did not take a request on, as the official clients and pydantic-ai have
 * them.
 */
const REFUSED =
  /(^|\.)(BadRequest|Authentication|PermissionDenied|NotFound|Conflict|UnprocessableEntity|RateLimit|ContextWindowExceeded|ContentPolicyViolation|Model(?:RateLimit|QuotaExceeded|RequestRejected|ContextWindowExceeded|Authentication|NotFound))Error$/;

/**
 * Statuses of HTTP by which a provider says the same. A time-out (408) or a caller who left (499) tells nothing about
 * the bill.
 */
const REFUSED_STATUS = /^4(?!08|99)\d\d$/;

/** The status of a failed call, by its source's name for the error. */
export function statusOfError(error: string): ReportedCall['status'] {
  return CANCELLED.test(error) ? 'cancelled' : 'failed';
}

/** True where a provider did not take the request on, so that it cost nothing. */
export function isRefusedCall(error: string): boolean {
  return REFUSED.test(error) || REFUSED_STATUS.test(error);
}

/** The amount of output that a call returned, by its output tokens and by whether any output was seen. */
export function outputOf(
  isAnswered: boolean,
  { tokens = 0, hasBegun }: { readonly tokens: number | undefined; readonly hasBegun: boolean },
): CalledModel['outputState'] {
  if (isAnswered) return 'complete';
  return tokens > 0 || hasBegun ? 'partial' : 'none';
}
