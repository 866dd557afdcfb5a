import { describe, expect, it } from 'vitest';
import { seasonalOutliers } from '../../../../../domain/statistics/drift/seasonal-outliers.ts';

/** The series of AnomalyDetection.rb (ankane), test/anomaly_detection_test.rb, which has the indexes. */
const PUBLISHED = [5, 9, 2, 9, 0, 6, 3, 8, 5, 18, 7, 8, 8, 0, 2, -5, 0, 5, 6, 7, 3, 6, 1, 4, 4, 4, 30, 7, 5, 8];
type Options = Parameters<typeof seasonalOutliers>[2];
const indexesOf = (series: readonly number[], options: Omit<Options, 'isLevelHeld'>, isLevelHeld = false) => {
  const result = seasonalOutliers(series, 7, { ...options, isLevelHeld });
  if (result.state === 'refused') throw new Error(result.refusalCode);
  return result.outliers.map(({ index }) => index);
};

describe('outliers of a seasonal series', () => {
  it('are those that AnomalyDetection.rb prints', () => {
    expect(indexesOf(PUBLISHED, { alpha: 0.05, maxShare: 0.2 })).toEqual([9, 15, 26]);
    expect(indexesOf(PUBLISHED, { alpha: 0.5, maxShare: 0.2 })).toEqual([1, 4, 9, 15, 26]);
    expect(indexesOf(PUBLISHED, { alpha: 0.05, maxShare: 0.1, side: 'above' })).toEqual([9, 26]);
    expect(indexesOf(PUBLISHED, { alpha: 0.05, maxShare: 0.1, side: 'below' })).toEqual([15]);
  });

  it('are fewer if the limits allow for the fitted pattern and hold their level', () => {
    expect(indexesOf(PUBLISHED, { alpha: 0.05, maxShare: 0.2 }, true)).toEqual([9, 26]);
  });

  it('do not exist in a constant series', () => {
    expect(
      indexesOf(
        Array.from({ length: 30 }, () => 1),
        { alpha: 0.05, maxShare: 0.2 },
      ),
    ).toEqual([]);
  });

  it('are at most the stated share', () => {
    expect(indexesOf(PUBLISHED, { alpha: 0.05, maxShare: 0.04 })).toEqual([26]);
    expect(indexesOf(PUBLISHED, { alpha: 0.05, maxShare: 0 })).toEqual([]);
  });

  it('have the deviation from pattern and median', () => {
    const level = Array.from({ length: 42 }, (_, index) => (index % 7) * 10 + ((index * 7_919) % 11) / 100);
    const result = seasonalOutliers(level.with(20, 160), 7, { alpha: 0.05, maxShare: 0.1, isLevelHeld: true });
    expect(result).toMatchObject({ state: 'measured', outliers: [{ index: 20 }] });
    expect(result.state === 'measured' && result.outliers[0]?.deviation).toBeCloseTo(100, 0);
  });

  it('are unknown for fewer than two periods', () => {
    expect(seasonalOutliers(PUBLISHED.slice(0, 13), 7, { alpha: 0.05, maxShare: 0.2, isLevelHeld: true })).toEqual({
      state: 'refused',
      refusalCode: 'fewer_than_two_periods',
    });
  });
});
