import { describe, expect, it } from 'vitest';
import { extremeStudentizedDeviate } from '../../../../../domain/statistics/drift/extreme-studentized-deviate.ts';

/** The data of Rosner 1983, as in the NIST/SEMATECH handbook, section 1.3.5.17.3 (eda35h3). */
const ROSNER = [
  -0.25, 0.68, 0.94, 1.15, 1.2, 1.26, 1.26, 1.34, 1.38, 1.43, 1.49, 1.49, 1.55, 1.56, 1.58, 1.65, 1.69, 1.7, 1.76, 1.77,
  1.81, 1.91, 1.94, 1.96, 1.99, 2.06, 2.09, 2.1, 2.14, 2.15, 2.23, 2.24, 2.26, 2.35, 2.37, 2.4, 2.47, 2.54, 2.62, 2.64,
  2.9, 2.92, 2.92, 2.93, 3.21, 3.26, 3.3, 3.59, 3.68, 4.3, 4.64, 5.34, 5.42, 6.01,
];
const rosner = (center: 'mean' | 'median') =>
  extremeStudentizedDeviate(ROSNER, { alpha: 0.05, maxOutliers: 10, center });
const valuesOf = (indexes: readonly number[]): unknown => indexes.map((index) => ROSNER[index]);

describe('the generalized ESD test', () => {
  it('has the statistics and critical values that the NIST handbook prints', () => {
    const { steps } = rosner('mean');
    const statistics = [3.118, 2.942, 3.179, 2.81, 2.815, 2.848, 2.279, 2.31, 2.101, 2.067];
    const critical = [3.158, 3.151, 3.143, 3.136, 3.128, 3.12, 3.111, 3.103, 3.094, 3.085];
    // The handbook computes with rounded tables: its last digit may differ by one.
    for (const [step, { statistic }] of steps.entries()) {
      expect(Math.abs(statistic - (statistics[step] ?? 0))).toBeLessThan(0.0015);
    }
    for (const [step, { critical: limit }] of steps.entries()) {
      expect(Math.abs(limit - (critical[step] ?? 0))).toBeLessThan(0.0015);
    }
    expect(steps).toHaveLength(10);
  });

  it('takes the largest step that exceeds its limit, although the first two steps do not', () => {
    const { outliers, steps } = rosner('mean');
    expect(valuesOf(outliers)).toEqual([6.01, 5.42, 5.34]);
    // An implementation that stops at the first failure finds nothing here.
    expect(steps.findIndex(({ statistic, critical }) => statistic <= critical)).toBe(0);
  });

  it('finds four outliers by median and median absolute deviation (recomputed)', () => {
    const { outliers, steps } = rosner('median');
    expect(outliers).toHaveLength(4);
    expect(steps[0]?.statistic).toBeCloseTo(4.845, 3);
    expect(steps[3]?.statistic).toBeCloseTo(3.412, 3);
  });

  it('finds outliers on one side only if asked', () => {
    const values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 60, -50];
    const options = { alpha: 0.05, maxOutliers: 4, center: 'median' } as const;
    expect(extremeStudentizedDeviate(values, options).outliers).toEqual([11, 12]);
    expect(extremeStudentizedDeviate(values, { ...options, side: 'above' }).outliers).toEqual([11]);
    expect(extremeStudentizedDeviate(values, { ...options, side: 'below' }).outliers).toEqual([12]);
  });

  it('spends all of alpha on the side that is asked for', () => {
    const options = { alpha: 0.05, maxOutliers: 1, center: 'mean' } as const;
    const oneSided = extremeStudentizedDeviate(ROSNER, { ...options, side: 'above' }).steps[0]?.critical;
    expect(oneSided).toBe(extremeStudentizedDeviate(ROSNER, { ...options, alpha: 0.1 }).steps[0]?.critical);
  });

  it('finds nothing in equal values, and stops where the remaining values are equal', () => {
    const options = { alpha: 0.05, maxOutliers: 3, center: 'mean' } as const;
    expect(extremeStudentizedDeviate([2, 2, 2, 2], options)).toEqual({ outliers: [], steps: [] });
    const { outliers, steps } = extremeStudentizedDeviate([2, 2, 2, 2, 2, 2, 2, 9], options);
    expect(outliers).toEqual([7]);
    expect(steps).toHaveLength(1);
  });

  it('needs three values for a step', () => {
    const options = { alpha: 0.05, maxOutliers: 3, center: 'mean' } as const;
    expect(extremeStudentizedDeviate([], options)).toEqual({ outliers: [], steps: [] });
    expect(extremeStudentizedDeviate([1, 9], options).steps).toHaveLength(0);
    expect(extremeStudentizedDeviate([1, 2, 9], options).steps).toHaveLength(1);
  });
});

describe('the generalized ESD test after a seasonal fit', () => {
  const options = { alpha: 0.05, maxOutliers: 2, center: 'median', fittedPeriod: 7 } as const;

  it('has larger critical values than the published test', () => {
    const values = Array.from({ length: 28 }, (_, index) => ((index * 7_919) % 29) / 10);
    const allowing = extremeStudentizedDeviate(values, options).steps[0]?.critical ?? 0;
    const published = extremeStudentizedDeviate(values, { ...options, fittedPeriod: 2 }).steps[0]?.critical ?? 0;
    expect(allowing).toBeGreaterThan(published);
    expect(allowing).toBeGreaterThan(5);
  });

  it('ends at the rows of one period, which have no degree of freedom', () => {
    expect(extremeStudentizedDeviate([1, 2, 3, 4, 5, 6, 90], options).steps).toEqual([]);
    expect(extremeStudentizedDeviate([1, 2, 3, 4, 5, 6, 7, 90], options).steps).toHaveLength(1);
  });

  it('has at least the stated spread', () => {
    const values = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0.4];
    const test = { alpha: 0.05, maxOutliers: 2, center: 'median' } as const;
    expect(extremeStudentizedDeviate(values, test).steps).toEqual([]);
    const { outliers, steps } = extremeStudentizedDeviate(values, { ...test, minSpread: 0.1 });
    expect(steps[0]?.statistic).toBe(4);
    expect(outliers).toEqual([9]);
  });
});
