import betaCdf from '@stdlib/stats-base-dists-beta-cdf';
import { seasonalDeviateReference } from './deviate-reference.ts';

/** The statistic of a step of a two-sided generalized ESD test. */
interface DeviateStatistic {
  readonly statistic: number;
}

/**
 * The smallest level at which each step of a two-sided generalized ESD test exceeds its critical value, in the order of
 * the steps. The test finds outliers at a level exactly if one of these values is below the level.
 *
 * @param rows the number of values that the test began with; each step removes one
 * @param fittedPeriod the same as that of the test
 */
export function deviateProbabilities(
  rows: number,
  steps: readonly DeviateStatistic[],
  fittedPeriod?: number,
): number[] {
  return steps.map(({ statistic }, removed) =>
    fittedPeriod === undefined
      ? rosnerPValue(statistic, rows - removed)
      : seasonalPValue(statistic, rows - removed, fittedPeriod),
  );
}

function seasonalPValue(statistic: number, rows: number, period: number): number {
  const { freedom, scale } = seasonalDeviateReference(rows, period);
  return Math.min(1, 2 * rows * studentTail((statistic / scale) ** 2, freedom));
}

/** The probability that a variable of Student exceeds the root of this square. */
function studentTail(square: number, freedom: number): number {
  return betaCdf(freedom / (freedom + square), freedom / 2, 0.5) / 2;
}

/** The inverse of the critical value `(n - 1) t / sqrt(n (n - 2 + t²))` of Rosner (1983). */
function rosnerPValue(statistic: number, rows: number): number {
  const freedom = rows - 2;
  const rest = (rows - 1) ** 2 - statistic ** 2 * rows;
  // No quantile reaches such a statistic. Only a robust spread permits it.
  if (rest <= 0) return 0;
  const square = (statistic ** 2 * rows * freedom) / rest;
  return Math.min(1, 2 * rows * studentTail(square, freedom));
}
