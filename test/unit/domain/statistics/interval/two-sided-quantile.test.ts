import { expect, it } from 'vitest';
import { CONFIDENCE_LEVELS, NORMAL_QUANTILES } from '../../../../../domain/statistics/confidence.ts';
import { twoSidedQuantile } from '../../../../../domain/statistics/interval/two-sided-quantile.ts';

it('quantiles equal the constants of the closed levels', () => {
  for (const level of CONFIDENCE_LEVELS) {
    expect(twoSidedQuantile(Number(level))).toBeCloseTo(NORMAL_QUANTILES[level].twoSided, 13);
  }
});
