import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalMassBins } from '../../../../../domain/statistics/reliability/reliability-bins.ts';

const good = (score: number): { score: number; good: number; bad: number } => ({ score, good: 1, bad: 0 });

describe('bins of equal mass', () => {
  // p-lambda/verified_calibration, MIT, calibration/util_test.py, get_equal_bins.
  it.each([
    { scores: [0.3, 0.5, 0.2, 0.3, 0.5, 0.7], count: 2, borders: [0.4, 1] },
    { scores: [0.3, 0.5, 0.2, 0.3, 0.5, 0.7], count: 3, borders: [0.3, 0.5, 1] },
    { scores: [0.3, 0.5, 1, 1, 1, 1], count: 3, borders: [0.75, 1] },
  ])('have the published borders of $scores in $count', ({ scores, count, borders }) => {
    expect(equalMassBins(scores.map(good), count).map(({ upTo }) => upTo)).toEqual(borders);
  });

  it('have their rows, mean score, rate and Wilson’s interval', () => {
    const values = [
      { score: 0.9, good: 90, bad: 10 },
      { score: 0.6, good: 5, bad: 95 },
    ];
    expect(equalMassBins(values, 2)).toEqual([
      {
        upTo: 0.75,
        ...{ from: 0.6, to: 0.6 },
        n: 100,
        good: 5,
        meanScore: 0.6,
        rate: 0.05,
        low: expect.closeTo(0.0215436792, 9) as number,
        high: expect.closeTo(0.1117504692, 9) as number,
      },
      {
        upTo: 1,
        ...{ from: 0.9, to: 0.9 },
        n: 100,
        good: 90,
        meanScore: 0.9,
        rate: 0.9,
        low: expect.closeTo(0.8256343385, 9) as number,
        high: expect.closeTo(0.944771, 5) as number,
      },
    ]);
  });

  it('never split equal scores, in any order and grouping', () => {
    const score = fc.constantFrom(0.5, 0.6, 0.7, 0.8, 0.9, 1);
    const value = fc.record({ score, good: fc.nat({ max: 5 }), bad: fc.nat({ max: 5 }) });
    fc.assert(
      fc.property(fc.array(value), fc.integer({ min: 1, max: 12 }), (values, count) => {
        const bins = equalMassBins(values, count);
        const rows = values.reduce((sum, { good: passes, bad }) => sum + passes + bad, 0);
        expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(rows);
        expect(bins.length).toBeLessThanOrEqual(Math.min(count, 6));
        expect(bins.every(({ n }) => n > 0)).toBe(true);
        const borders = bins.map(({ upTo }) => upTo);
        expect(borders).toEqual([...new Set(borders)].toSorted((one, other) => one - other));
        expect(borders.length === 0 || borders.at(-1) === 1).toBe(true);
        expect(equalMassBins(values.toReversed(), count).map(({ n, upTo }) => [n, upTo])).toEqual(
          bins.map(({ n, upTo }) => [n, upTo]),
        );
      }),
    );
  });

  it('end before or after equal scores, whichever is nearer to an even split', () => {
    const bins = (first: number, second: number): number[] =>
      equalMassBins(
        [
          { score: 0.5, good: first, bad: 0 },
          { score: 0.6, good: second, bad: 0 },
          { score: 0.9, good: 1, bad: 0 },
        ],
        2,
      ).map(({ n }) => n);
    expect(bins(4, 5)).toEqual([4, 6]);
    expect(bins(1, 5)).toEqual([6, 1]);
    expect(bins(1, 10)).toEqual([11, 1]);
  });

  it('give the first bins the rest of an uneven split', () => {
    const bins = equalMassBins([0.1, 0.2, 0.3, 0.4, 0.5].map(good), 3);
    expect(bins.map(({ n }) => n)).toEqual([2, 2, 1]);
  });

  it('are as many as rows at most, and none without rows', () => {
    expect(equalMassBins([0.1, 0.2].map(good), 10).map(({ n }) => n)).toEqual([1, 1]);
    expect(equalMassBins([], 10)).toEqual([]);
    expect(equalMassBins([{ score: 0.5, good: 0, bad: 0 }], 10)).toEqual([]);
  });
});
