import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { populationStability } from '../../../../../domain/statistics/drift/population-stability.ts';

/** Counts of evidently (Apache-2.0), tests/stattests/test_stattests.py, whose chi-squared test has p .67309. */
const REFERENCE = [16, 18, 16, 14, 12, 12];
const CURRENT = [16, 16, 16, 16, 16, 8];
const measure = (...args: Parameters<typeof populationStability>) => {
  const result = populationStability(...args);
  if (result.state === 'refused') throw new Error(result.refusalCode);
  return result;
};

describe('the population stability index', () => {
  it('is decided by a critical value for the numbers of rows (Yurdakul 2018, recomputed)', () => {
    const small = measure(REFERENCE, CURRENT, 0.05);
    expect(small.psi).toBeCloseTo(0.0372183816, 10);
    expect(small.psi - small.corrected).toBeCloseTo(0.1136364, 7);
    expect(small.critical).toBeCloseTo(0.2516022203, 9);
    expect(small).toMatchObject({ isDrift: false, bins: 6, referenceRows: 88, currentRows: 88 });
  });

  it('finds drift in the same shares of a hundred times the rows', () => {
    const times = (counts: readonly number[]): number[] => counts.map((count) => count * 100);
    const large = measure(times(REFERENCE), times(CURRENT), 0.05);
    expect(large.psi).toBeCloseTo(0.0372183816, 10);
    expect(large.critical).toBeCloseTo(0.0025160222, 10);
    expect(large).toMatchObject({ isDrift: true, referenceRows: 8_800, currentRows: 8_800 });
    // The usual limit of 0.1 would find no drift, at any number of rows.
    expect(large.psi).toBeLessThan(0.1);
  });

  it.each([
    [100, 100, 0.3383796],
    [1_000, 1_000, 0.033838],
    [10_000, 10_000, 0.0033838],
    [1_000, 500, 0.0507569],
  ])('has the critical value of %i and %i rows in ten bins (recomputed)', (before, now, critical) => {
    const spread = (rows: number): number[] => Array.from({ length: 10 }, () => rows / 10);
    const result = measure(spread(before), spread(now), 0.05);
    expect(result.critical).toBeCloseTo(critical, 7);
    expect(result).toMatchObject({ psi: 0, isDrift: false });
  });

  it('reaches the limits of the rule of thumb at a few hundred rows', () => {
    const spread = (rows: number): number[] => Array.from({ length: 10 }, () => rows / 10);
    expect(measure(spread(340), spread(340), 0.05).critical).toBeCloseTo(0.1, 2);
    expect(measure(spread(130), spread(130), 0.05).critical).toBeCloseTo(0.26, 2);
  });

  it('reports no drift below the smallest size that matters', () => {
    const reference = REFERENCE.map((count) => count * 100);
    const current = CURRENT.map((count) => count * 100);
    const { corrected } = measure(reference, current, 0.05);
    expect(measure(reference, current, 0.05, corrected)).toMatchObject({ isDrift: true });
    expect(measure(reference, current, 0.05, corrected + 1e-9)).toMatchObject({ isDrift: false });
  });

  it('gives half a row to both windows of a bin that is empty in one of them', () => {
    const { psi, bins } = measure([60, 40, 0], [50, 47, 3], 0.05);
    const expected = ((50 - 60) * Math.log(50 / 60) + (47 - 40) * Math.log(47 / 40) + 3 * Math.log(3.5 / 0.5)) / 100.5;
    expect(psi).toBeCloseTo(expected, 12);
    expect(bins).toBe(3);
  });

  it('omits a bin that is empty in both windows', () => {
    expect(measure([60, 40, 0], [50, 50, 0], 0.05)).toEqual(measure([60, 40], [50, 50], 0.05));
  });

  it('changes little if one bin of twenty loses its rows, unlike a fixed tiny share', () => {
    const reference = Array.from({ length: 20 }, () => 50);
    const current = reference.with(0, 0).with(1, 100);
    const { psi } = measure(reference, current, 0.05);
    // A share of .0001 for the empty bin adds .31 alone.
    const tiny = (0.05 - 0.0001) * Math.log(0.05 / 0.0001);
    expect(tiny).toBeCloseTo(0.31, 2);
    const withoutEmpty = 0.05 * Math.log(2);
    expect(psi - withoutEmpty).toBeLessThan(tiny * 0.8);
  });

  it('is unknown without rows in a window, or with a single bin', () => {
    const refused = (refusalCode: string): unknown => ({ state: 'refused', refusalCode });
    expect(populationStability([0, 0], [3, 4], 0.05)).toEqual(refused('no_reference_rows'));
    expect(populationStability([], [], 0.05)).toEqual(refused('no_reference_rows'));
    expect(populationStability([3, 4], [0, 0], 0.05)).toEqual(refused('no_current_rows'));
    expect(populationStability([9], [5], 0.05)).toEqual(refused('single_bin'));
    expect(populationStability([9, 0], [5, 0], 0.05)).toEqual(refused('single_bin'));
    expect(() => populationStability([9, 1], [5], 0.05)).toThrow('both windows need the same bins');
  });

  it('is symmetric, at least 0, and independent of the order of bins', () => {
    const bins = fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(bins, (pairs) => {
        const [before, now] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
        const result = populationStability(before, now, 0.05);
        const swapped = populationStability(now, before, 0.05);
        const reversed = populationStability(before.toReversed(), now.toReversed(), 0.05);
        expect(swapped.state).toBe(result.state);
        if (result.state === 'refused' || swapped.state === 'refused' || reversed.state === 'refused') return;
        expect(result.psi).toBeGreaterThanOrEqual(0);
        expect(swapped.psi).toBeCloseTo(result.psi, 10);
        expect(reversed.psi).toBeCloseTo(result.psi, 10);
      }),
    );
  });
});
