import { describe, expect, it } from 'vitest';
import { deviateProbabilities } from '../../../../../domain/statistics/drift/deviate-probabilities.ts';
import { seasonalDeviateReference } from '../../../../../domain/statistics/drift/deviate-reference.ts';
import { extremeStudentizedDeviate } from '../../../../../domain/statistics/drift/extreme-studentized-deviate.ts';

const VALUES = Array.from({ length: 40 }, (_, index) => ((index * 7_919) % 41) / 10)
  .with(5, 20)
  .with(9, -14);
const seasonal = (alpha: number) =>
  extremeStudentizedDeviate(VALUES, { alpha, maxOutliers: 4, center: 'median', fittedPeriod: 7 });

describe('the distribution of deviates after a seasonal fit', () => {
  it('loses the degrees of freedom of the pattern, and three of four others to the robust spread', () => {
    expect(seasonalDeviateReference(56, 7).freedom).toBe(12.25);
  });

  it('widens with the period, and less with more periods', () => {
    expect(seasonalDeviateReference(60, 4).scale).toBe(1);
    expect(seasonalDeviateReference(56, 7).scale).toBeCloseTo(1.0547, 4);
    expect(seasonalDeviateReference(364, 7).scale).toBeCloseTo(1.0084, 4);
    expect(seasonalDeviateReference(168, 24).scale).toBeCloseTo(1.2913, 4);
  });

  it('has p-values that are the level at the critical value of each step', () => {
    for (const alpha of [0.001, 0.05, 0.2]) {
      const atLimit = seasonal(alpha).steps.map(({ critical }) => ({ statistic: critical }));
      for (const p of deviateProbabilities(VALUES.length, atLimit, 7)) expect(p).toBeCloseTo(alpha, 8);
    }
    expect(deviateProbabilities(10, [{ statistic: 0 }], 4)).toEqual([1]);
  });

  it('finds outliers by p-value exactly as by critical value', () => {
    const { outliers, steps } = seasonal(0.05);
    const below = deviateProbabilities(VALUES.length, steps, 7).findLastIndex((p) => p < 0.05) + 1;
    expect(below).toBe(outliers.length);
    expect(outliers).toEqual([5, 9]);
  });
});
