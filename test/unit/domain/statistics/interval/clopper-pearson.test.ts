import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clopperPearson } from '../../../../../domain/statistics/interval/clopper-pearson.ts';
import { twoSidedQuantile } from '../../../../../domain/statistics/interval/two-sided-quantile.ts';
import { binomialUpperBound } from '../../../../../domain/statistics/selective-risk/binomial-upper-bound.ts';
import { wilsonInterval } from '../../../../../domain/statistics/wilson-interval.ts';

describe('the interval of Clopper and Pearson', () => {
  // Newcombe 1998, Statistics in Medicine 17:857, table I, method 5.
  it.each([
    [81, 263, '0.2527', '0.3676'],
    [15, 148, '0.0578', '0.1617'],
    [0, 20, '0.0000', '0.1684'],
    [1, 29, '0.0009', '0.1776'],
  ])('has the published bounds of %i of %i', (passed, cases, low, high) => {
    const interval = clopperPearson(passed, cases, 0.95);
    expect([interval.low.toFixed(4), interval.high.toFixed(4)]).toEqual([low, high]);
  });

  it('has the recomputed bounds of 5 of 100, and is wider than Wilson’s', () => {
    const { low, high } = clopperPearson(5, 100, 0.95);
    expect([low, high]).toEqual([expect.closeTo(0.0164318792, 9), expect.closeTo(0.1128349111, 9)]);
    const { lower, upper } = wilsonInterval(5, 100, twoSidedQuantile(0.95));
    expect([lower, upper]).toEqual([expect.closeTo(0.0215436792, 9), expect.closeTo(0.1117504692, 9)]);
  });

  it('ends at 0 and at 1 exactly if none or all passed, and covers everything without cases', () => {
    expect(clopperPearson(0, 20, 0.95).low).toBe(0);
    expect(clopperPearson(20, 20, 0.95).high).toBe(1);
    expect(clopperPearson(0, 0, 0.95)).toEqual({ low: 0, high: 1 });
  });

  it('ends at one-sided bounds at half the probability of error, and mirrors passes and failures', () => {
    fc.assert(
      fc.property(fc.nat({ max: 200 }), fc.integer({ min: 1, max: 200 }), (some, cases) => {
        const passed = Math.min(some, cases);
        const { low, high } = clopperPearson(passed, cases, 0.9);
        expect(high).toBeCloseTo(binomialUpperBound(passed, cases, 0.05), 12);
        expect(low).toBeCloseTo(1 - clopperPearson(cases - passed, cases, 0.9).high, 12);
      }),
    );
  });
});
