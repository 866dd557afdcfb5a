import { expect, it } from 'vitest';
import { toProviderFault } from '../../../../proxy/decision-log/provider-fault.ts';

it.each([
  [undefined, undefined],
  ['provider_unreachable', 'unreachable'],
  ['answer_cut_off', 'cut_off'],
  ['http_500', 'failed'],
  ['http_503', 'failed'],
  ['http_408', 'failed'],
  ['http_429', 'rate_limited'],
  ['http_529', 'rate_limited'],
  ['http_401', 'key_refused'],
  ['http_403', 'key_refused'],
  ['overloaded_error', 'rate_limited'],
  ['rate_limit_exceeded', 'rate_limited'],
  ['error_429', 'rate_limited'],
  ['authentication_error', 'key_refused'],
  ['api_error', 'failed'],
  ['error', 'failed'],
  ['answer_unreadable', 'failed'],
  ['too_long', 'failed'],
  // Faults of the request, of the caller, and of the gateway.
  ['http_400', undefined],
  ['http_404', undefined],
  ['http_302', undefined],
  ['invalid_request_error', undefined],
  ['answer_unfinished', undefined],
  ['caller_gone', undefined],
  ['shutdown', undefined],
  ['log_unavailable', undefined],
])('a call that ended as %s counts for its provider as %s', (kind, fault) => {
  expect(toProviderFault(kind)).toBe(fault);
});
