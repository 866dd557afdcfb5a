/** The providers' codes for errors, by the equivalent HTTP status. */
const WORDS: Readonly<Record<number, readonly string[]>> = {
  400: [
    ...['invalid_request_error', 'invalid_request', 'invalid_argument', 'failed_precondition', 'bad_request'],
    ...['badrequesterror', 'content_filter', 'content_policy_violation', 'context_length_exceeded', 'invalid_prompt'],
  ],
  401: ['authentication_error', 'invalid_api_key', 'unauthenticated', 'unauthorized', 'invalid_authentication_error'],
  402: ['billing_error', 'insufficient_balance', 'payment_required'],
  403: ['permission_error', 'permission_denied', 'forbidden', 'accessdeniedexception'],
  404: ['not_found_error', 'not_found', 'model_not_found'],
  413: ['request_too_large'],
  429: [
    ...['rate_limit_error', 'rate_limit_exceeded', 'rate_limited', 'rate_limit', 'ratelimiterror'],
    ...['too_many_requests', 'toomanyrequests', 'rate_limit_reached_error', 'resource_exhausted'],
    ...['insufficient_quota', 'quota_exceeded', 'exceeded_current_quota_error', 'throttling', 'throttlingexception'],
  ],
  500: ['api_error', 'server_error', 'internal_error', 'internal_server_error', 'internalservererror', 'internal'],
  503: ['unavailable', 'service_unavailable', 'service_unavailable_error', 'serviceunavailable'],
  504: ['timeout_error', 'timeout', 'deadline_exceeded', 'gateway_timeout'],
  529: [
    ...['overloaded_error', 'overloaded', 'engine_overloaded', 'engine_overloaded_error', 'server_overloaded'],
    ...['server_is_overloaded', 'model_overloaded', 'slow_down'],
  ],
};

const STATUSES: ReadonlyMap<string, number> = new Map(
  Object.entries(WORDS).flatMap(([status, words]) => words.map((word) => [word, Number(status)] as const)),
);

/** The HTTP status that is equivalent to a provider's error code; undefined if the code is unknown. */
export function statusFromErrorCode(word: string): number | undefined {
  const status = /^error_([45]\d\d)$/.exec(word)?.[1];
  return status === undefined ? STATUSES.get(word.toLowerCase()) : Number(status);
}
