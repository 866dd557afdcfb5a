import { describe, expect, it } from 'vitest';
import type { BreachType, LimitBreach } from '../../../../domain/gateway/governance/limit-breach.ts';
import { limitRefusal } from '../../../../proxy/governance/limit-refusal.ts';
import {
  INVALID_KEY,
  KEYS_UNAVAILABLE,
  LOG_UNAVAILABLE,
  MISSING_KEY,
  outOfScopeError,
} from '../../../../proxy/call/gateway-error.ts';

const NOW = Date.UTC(2026, 2, 2, 8);

function breach(type: BreachType): LimitBreach {
  const limit = { limitId: 'all-month', node: 'organization:org_1', unit: 'nano_usd', limit: 5, bound: 1 } as const;
  return { type, ...limit, observed: 5, resetsAt: NOW + 30_000 };
}

describe('the limit in the head of a refusal', () => {
  it.each<[BreachType, number]>([
    ['rate_limited', 429],
    ['quota_exhausted', 429],
    ['budget_exceeded', 429],
    ['concurrency_exceeded', 429],
    ['quota_cost_unfittable', 429],
    ['enforcement_unavailable', 503],
  ])('is that of every refusal by a limit: %s', (type, status) => {
    const refused = limitRefusal(breach(type), NOW);
    expect(refused).toMatchObject({ status, type, isRefusal: true, headers: { 'x-tt-refused-by': 'all-month' } });
    expect(refused.headers?.['x-tt-refused-by']).toBe(refused.refusedBy?.id);
  });

  it.each([
    ['no key', MISSING_KEY],
    ['an invalid key', INVALID_KEY],
    ['a model outside the scope of the key', outOfScopeError('model', 'gpt-5')],
    ['keys that cannot be read', KEYS_UNAVAILABLE],
    ['a journal that accepts no lines', LOG_UNAVAILABLE],
  ])('is absent if no limit refuses: %s', (_, refused) => {
    expect([refused.headers, refused.refusedBy]).toEqual([undefined, undefined]);
  });
});
