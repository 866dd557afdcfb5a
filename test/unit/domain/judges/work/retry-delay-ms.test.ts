import { expect, it } from 'vitest';
import { retryDelayMs } from '../../../../../domain/judges/work/retry-delay-ms.ts';

it('doubles the wait each time, and gives up after the eighth attempt', () => {
  expect([1, 2, 3, 7, 8, 9].map((tries) => retryDelayMs('overloaded', tries, undefined))).toEqual([
    60_000,
    120_000,
    240_000,
    3_840_000,
    undefined,
    undefined,
  ]);
});

it('waits for the provider’s time if that is longer', () => {
  expect([60_001, 59_999].map((ms) => retryDelayMs('rate_limited', 1, ms))).toEqual([60_001, 60_000]);
});

it.each(['connection_failed', 'key_unavailable', 'key_refused', 'quota_exhausted', 'not_found'] as const)(
  'retries after %s',
  (fault) => {
    expect(retryDelayMs(fault, 1, undefined)).toBe(60_000);
  },
);

it.each(['request_refused', 'redirected', 'endpoint_not_allowed'] as const)('does not retry %s', (fault) => {
  expect(retryDelayMs(fault, 1, 1_000_000)).toBeUndefined();
});
