import { describe, expect, it } from 'vitest';
import { deviateProbabilities } from '../../../../../domain/statistics/drift/deviate-probabilities.ts';
import { extremeStudentizedDeviate } from '../../../../../domain/statistics/drift/extreme-studentized-deviate.ts';
import { seasonalDeviations } from '../../../../../domain/statistics/drift/seasonal-deviations.ts';

const VALUES = [5, 9, 2, 9, 0, 6, 3, 8, 5, 18, 7, 8, 8, 0, 2, -5, 0, 5, 6, 7, 3, 6, 1, 4, 4, 4, 30, 7, 5, 8];

describe('the p-values of a generalized ESD test', () => {
  it.each([0.001, 0.01, 0.05, 0.2, 0.5])('decide as the critical values at level %d', (alpha) => {
    const test = { alpha, maxOutliers: 6, center: 'median' } as const;
    const { steps } = extremeStudentizedDeviate(VALUES, test);
    expect(deviateProbabilities(VALUES.length, steps).map((pValue) => pValue < alpha)).toEqual(
      steps.map(({ statistic, critical }) => statistic > critical),
    );
  });

  it('are the levels at which a statistic equals its critical value', () => {
    const test = { alpha: 0.05, maxOutliers: 3, center: 'mean' } as const;
    const { steps } = extremeStudentizedDeviate(VALUES, test);
    const atCritical = steps.map(({ critical }) => ({ statistic: critical }));
    for (const pValue of deviateProbabilities(VALUES.length, atCritical)) expect(pValue).toBeCloseTo(0.05, 9);
  });

  it('are 0 for a statistic that no quantile reaches', () => {
    expect(deviateProbabilities(10, [{ statistic: 100 }])).toEqual([0]);
  });
});

it('a series of fewer than two periods has no seasonal pattern', () => {
  expect(() => seasonalDeviations([1, 2, 3], 2)).toThrow(RangeError);
});
