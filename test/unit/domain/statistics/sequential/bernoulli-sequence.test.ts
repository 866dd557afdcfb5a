import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialAtMost } from '../../../../../domain/statistics/selective-risk/binomial-at-most.ts';
import {
  bernoulliLowerSequence,
  bernoulliSequence,
} from '../../../../../domain/statistics/sequential/bernoulli-sequence.ts';

describe('a Bernoulli confidence sequence', () => {
  // Confseq (Howard, MIT, commit 70b1ef3), test/uniform_boundaries_unittest.cpp, BernoulliConfidenceIntervalTest.
  it.each([
    [700, 1_000, 100, 0.651629, 0.745949],
    [15, 50, 50, 0.129556, 0.511896],
    [5, 50, 50, 0.013021, 0.269264],
    [1, 50, 50, 0, 0.13489],
    [100, 200, 1, 0.328923, 0.671076],
    [1, 2, 50, 0, 1],
    [0, 1, 50, 0, 1],
    [1, 1, 50, 0, 1],
  ])('has the published interval of %i of %i events, narrowest at %i', (events, rows, optimalRows, lower, upper) => {
    const interval = bernoulliSequence(events, rows, { alpha: 0.05, optimalRows });
    expect(Math.abs(interval.lower - lower)).toBeLessThan(1e-5);
    expect(Math.abs(interval.upper - upper)).toBeLessThan(1e-5);
  });

  it('is 0 to 1 without observations', () => {
    expect(bernoulliSequence(0, 0, { alpha: 0.05, optimalRows: 100 })).toEqual({ lower: 0, upper: 1 });
    expect(bernoulliLowerSequence(0, 0, { alpha: 0.05, optimalRows: 100 })).toBe(0);
  });

  it('holds the observed share, and spends at most alpha in a single look', () => {
    const counts = fc.integer({ min: 1, max: 5_000 }).chain((rows) => fc.tuple(fc.nat(rows), fc.constant(rows)));
    fc.assert(
      fc.property(counts, ([events, rows]) => {
        const { lower, upper } = bernoulliSequence(events, rows, { alpha: 0.05, optimalRows: 100 });
        expect(lower).toBeLessThanOrEqual(events / rows);
        expect(upper).toBeGreaterThanOrEqual(events / rows);
        // A single look at one side never spends more than alpha. If all rows are events, it spends almost all of it.
        if (lower > 0) expect(1 - binomialAtMost(events - 1, rows, lower)).toBeLessThan(0.05);
      }),
      { numRuns: 60 },
    );
  });

  it('spends all of alpha on its lower bound if it is one-sided', () => {
    const design = { alpha: 0.05, optimalRows: 400 };
    const oneSided = bernoulliLowerSequence(60, 400, design);
    expect(oneSided).toBeGreaterThan(bernoulliSequence(60, 400, design).lower);
    expect(1 - binomialAtMost(59, 400, oneSided)).toBeLessThan(0.05);
  });

  it('stays exact for a million rows', () => {
    const { lower, upper } = bernoulliSequence(10_000, 1_000_000, { alpha: 0.05, optimalRows: 1_000_000 });
    expect(lower).toBeGreaterThan(0.0096);
    expect(upper).toBeLessThan(0.0104);
  });
});
