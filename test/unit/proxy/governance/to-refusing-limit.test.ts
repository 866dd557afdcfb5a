import { describe, expect, it } from 'vitest';
import type { LimitBreach } from '../../../../domain/gateway/governance/limit-breach.ts';
import { toRefusingLimit } from '../../../../proxy/governance/to-refusing-limit.ts';

const BREACH: LimitBreach = {
  ...{ type: 'budget_exceeded', limitId: 'all-month', node: 'organization:org_1', unit: 'nano_usd' },
  ...{ observed: 499_980_000_000, limit: 500_000_000_000, bound: 10_000_000_000 },
  resetsAt: Date.UTC(2026, 3, 1),
};

describe('the limit in the row of a refusal', () => {
  it('has the amounts in its counted unit', () => {
    expect(toRefusingLimit(BREACH)).toEqual({
      ...{ id: 'all-month', node: 'organization:org_1', unit: 'nano_usd' },
      ...{ limit: 500_000_000_000, observed: 499_980_000_000, bound: 10_000_000_000 },
      resets_at: '2026-04-01T00:00:00.000Z',
    });
  });

  it('has no unknown amount, and no end without a window', () => {
    const slots = { ...BREACH, unit: 'calls', observed: undefined, limit: 2, bound: 1, resetsAt: undefined } as const;
    expect(toRefusingLimit(slots)).toEqual({
      ...{ id: 'all-month', node: 'organization:org_1', unit: 'calls', limit: 2, bound: 1 },
    });
  });

  it('has only amounts that a row can state', () => {
    const odd = { ...BREACH, observed: -3, limit: 0.5, bound: 2 ** 60 };
    expect(toRefusingLimit(odd)).toMatchObject({ observed: 0, limit: 1, bound: Number.MAX_SAFE_INTEGER });
  });
});
