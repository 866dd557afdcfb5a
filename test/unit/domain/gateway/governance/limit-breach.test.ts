import { describe, expect, it } from 'vitest';
import {
  createLimitBreach,
  describeBreach,
  retryAfterSeconds,
  type BreachType,
} from '../../../../../domain/gateway/governance/limit-breach.ts';
import { governanceSettings, type Limit } from '../../../../../domain/gateway/governance/limit.ts';
import type { LimitEntry } from '../../../../../domain/gateway/governance/governance-block.ts';

const NOW = Date.parse('2026-03-02T08:00:00.000Z');

function limitOf(entry: Partial<LimitEntry>): Limit {
  const [limit] = governanceSettings({ limits: [{ id: 'a', node: 'team:b', ...entry }] }).limits;
  if (limit === undefined) throw new Error('There is no limit.');
  return limit;
}

describe('retryAfterSeconds', () => {
  it.each<[string, BreachType, number | undefined, number]>([
    ['counts to the end of the window', 'budget_exceeded', 60_000, 60],
    ['is rounded up', 'rate_limited', 59_001, 60],
    ['is at least one second', 'rate_limited', -1, 1],
    ['is one second for a slot', 'concurrency_exceeded', undefined, 1],
    ['is ten for Postgres, for any window', 'enforcement_unavailable', 60_000, 10],
  ])('%s', (_, type, left, seconds) => {
    const resetsAt = left === undefined ? undefined : NOW + left;
    const breach = createLimitBreach(limitOf({ tokens: 5, per: 'day' }), {
      type,
      node: 'team:b',
      observed: 5,
      resetsAt,
    });
    expect(retryAfterSeconds(breach, NOW)).toBe(seconds);
  });
});

describe('describeBreach', () => {
  it('states money in USD, and the end of the window', () => {
    const limit = limitOf({ budget_usd: 0.3, per: 'day', chunk: 0.1 });
    const seen = { type: limit.refusal, node: 'team:b', observed: 299_999_999, resetsAt: NOW } as const;
    expect(describeBreach(createLimitBreach(limit, seen))).toEqual({
      ...{ id: 'a', node: 'team:b', unit: 'usd', observed: 0.299999999, limit: 0.3, bound: 0.1 },
      resets_at: '2026-03-02T08:00:00.000Z',
    });
  });

  it('states unknown values as null', () => {
    const limit = limitOf({ concurrency: 40 });
    const seen = { type: 'enforcement_unavailable', node: 'team:b', observed: undefined, resetsAt: undefined } as const;
    expect(describeBreach(createLimitBreach(limit, seen))).toEqual({
      ...{ id: 'a', node: 'team:b', unit: 'calls', observed: null, limit: 40, bound: 2, resets_at: null },
    });
  });
});
