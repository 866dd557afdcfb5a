import type { CalledModel, ReportedCall } from './reported-call.ts';

/** Names of errors which mean that the caller did not wait for the end of the call. */
const CANCELLED = /(^|\.)(Cancell?edError|AbortError|APIUserAbortError|cancell?ed|context\.Canceled)$/;

/** Names of errors which mean that a provider refused the request, from the official clients and pydantic-ai. */
const REFUSED =
  /(^|\.)(BadRequest|Authentication|PermissionDenied|NotFound|Conflict|UnprocessableEntity|RateLimit|ContextWindowExceeded|ContentPolicyViolation|Model(?:RateLimit|QuotaExceeded|RequestRejected|ContextWindowExceeded|Authentication|NotFound))Error$/;

/**
 * HTTP statuses with the same meaning. After a time-out (408), or if the caller left (499), the call may still be
 * billed.
 */
const REFUSED_STATUS = /^4(?!08|99)\d\d$/;

/** The status of a failed call, by its source's name for the error. */
export function toFailureStatus(error: string): ReportedCall['status'] {
  return CANCELLED.test(error) ? 'cancelled' : 'failed';
}

/** True if the provider refused the request, so that it cost nothing. */
export function isRefusedCall(error: string): boolean {
  return REFUSED.test(error) || REFUSED_STATUS.test(error);
}

/** The output state of a call, from its output tokens and from whether any output was seen. */
export function callOutputState(
  isAnswered: boolean,
  { tokens = 0, hasBegun }: { readonly tokens: number | undefined; readonly hasBegun: boolean },
): CalledModel['outputState'] {
  if (isAnswered) return 'complete';
  return tokens > 0 || hasBegun ? 'partial' : 'none';
}
