import { describe, expect, it } from 'vitest';
import { cacheFigures } from '../../../../domain/gateway/cache/cache-figures.ts';
import type { CacheFigure } from '../../../../domain/gateway/cache/cache-outcomes.ts';
import { estimateRepeats, type RepeatedCalls } from '../../../../domain/gateway/cache/repeated-calls.ts';

const HIT: CacheFigure = {
  ...{ ruleId: 'a', outcome: 'hit', kind: 'exact' },
  ...{ requests: 3n, priced: 2n, savedNanos: 1_500_000_000n },
};

describe('figures of the cache', () => {
  it('are summed over rules', () => {
    expect(cacheFigures([HIT, { ...HIT, ruleId: 'b' }])).toEqual({
      outcomes: { hit: 6, would_hit: 0, miss: 0, bypass: 0, error: 0 },
      hits: { exact: 6, normalized: 0, semantic: 0 },
      savings: { usd: '3', requests: 4, unpriced_excluded: 2 },
      unlicensedSavings: { usd: '0', requests: 0, unpriced_excluded: 0 },
      shadowSavings: { usd: '0', requests: 0, unpriced_excluded: 0 },
      unlicensedShadowSavings: { usd: '0', requests: 0, unpriced_excluded: 0 },
    });
  });

  it('count hits of an unlicensed kind, and their dollars separately', () => {
    const { hits, savings, unlicensedSavings } = cacheFigures([
      HIT,
      { ...HIT, kind: 'normalized', savedNanos: 1_000_000_000n },
      { ...HIT, kind: 'semantic', requests: 2n, savedNanos: 2_000_000_000n },
      { ...HIT, kind: 'semantic', outcome: 'would_hit' },
    ]);
    expect([hits, savings, unlicensedSavings]).toEqual([
      { exact: 3, normalized: 3, semantic: 2 },
      { usd: '1.5', requests: 2, unpriced_excluded: 1 },
      { usd: '3', requests: 4, unpriced_excluded: 1 },
    ]);
  });

  it('never merge savings and possible savings', () => {
    const shadow: CacheFigure = { ...HIT, outcome: 'would_hit', savedNanos: 1n };
    const { hits, savings, shadowSavings } = cacheFigures([shadow, { ...shadow, kind: 'normalized' }]);
    expect([hits.exact, savings.requests, shadowSavings]).toEqual([
      0,
      0,
      { usd: '0.000000001', requests: 2, unpriced_excluded: 1 },
    ]);
  });

  it('exclude no would-hit of an unlicensed kind', () => {
    const shadow: CacheFigure = { ...HIT, outcome: 'would_hit', savedNanos: 1n };
    const alike: CacheFigure = { ...shadow, kind: 'semantic', requests: 9n, priced: 4n, savedNanos: 7n };
    const { outcomes, shadowSavings, unlicensedShadowSavings } = cacheFigures([shadow, alike]);
    expect([outcomes.would_hit, shadowSavings.requests, unlicensedShadowSavings]).toEqual([
      12,
      2,
      { usd: '0.000000007', requests: 4, unpriced_excluded: 5 },
    ]);
  });

  it('have unknown dollars if no price is known', () => {
    expect(cacheFigures([{ ...HIT, priced: 0n, savedNanos: 0n }]).savings).toEqual({
      usd: null,
      requests: 0,
      unpriced_excluded: 3,
    });
  });
});

describe('an estimate of repeats', () => {
  const of: RepeatedCalls = {
    ...{ calls: 6, comparable: 4, repeats: 2, hits: 0, unpriced: 0 },
    repeatedNanos: 2_000_000_000n,
  };

  it('is a share of comparable calls', () => {
    expect(estimateRepeats(of)).toEqual({
      ...{ requests: 6, comparable: 4, repeats: 2, repeat_rate: 0.5 },
      would_save: { usd: '2', requests: 2, unpriced_excluded: 0 },
    });
  });

  it('counts hits as repeats without more savings', () => {
    expect(estimateRepeats({ ...of, hits: 4 })).toEqual({
      ...{ requests: 10, comparable: 8, repeats: 6, repeat_rate: 0.75 },
      would_save: { usd: '2', requests: 2, unpriced_excluded: 0 },
    });
  });

  it.each<[string | null, Partial<RepeatedCalls>]>([
    ['0', { repeats: 0, repeatedNanos: 0n, unpriced: 1 }],
    ['0', { repeatedNanos: 0n, unpriced: 0 }],
    [null, { repeatedNanos: 0n, unpriced: 1 }],
    ['2', { unpriced: 1 }],
  ])('is %s dollars with %o', (usd, more) => {
    expect(estimateRepeats({ ...of, ...more })?.would_save.usd).toBe(usd);
  });

  it('is absent without comparable calls', () => {
    expect(estimateRepeats({ ...of, comparable: 0, repeats: 0 })).toBeUndefined();
    expect(estimateRepeats({ ...of, comparable: 0, repeats: 0, hits: 1 })?.repeat_rate).toBe(1);
  });
});
