import studentQuantile from '@stdlib/stats-base-dists-t-quantile';
import { seasonalDeviateReference } from './deviate-reference.ts';
import { elementAt } from './element-at.ts';
import { median } from './median.ts';

/** The choices of a generalized ESD test. */
interface DeviateOptions {
  /** The probability of at least one outlier in values without outliers. */
  readonly alpha: number;
  /** The largest number of outliers that the test looks for. */
  readonly maxOutliers: number;
  /** `mean`: mean and standard deviation (Rosner 1983); `median`: median and scaled median absolute deviation. */
  readonly center: 'mean' | 'median';
  /** The values that count as outliers: on both sides of the centre by default. */
  readonly side?: 'both' | 'above' | 'below';
  /**
   * The period of the robust pattern that was removed from the values, for a test with `median`. The critical values
   * then allow for the fit and hold the level. By default, they are those of Rosner.
   */
  readonly fittedPeriod?: number;
  /** The spread that values of this kind have at least; 0 by default. Few distinct values can have no spread. */
  readonly minSpread?: number;
}

/** One step of the test, which removes the most extreme remaining value. */
interface DeviateStep {
  readonly index: number;
  readonly statistic: number;
  readonly critical: number;
}

/** The outliers of a generalized ESD test. */
export interface ExtremeDeviates {
  /** The indexes of outliers, most extreme first. */
  readonly outliers: readonly number[];
  /** All steps, also those that find nothing. There are fewer than asked for if the remaining values are equal. */
  readonly steps: readonly DeviateStep[];
}

/** The factor that makes the median absolute deviation equal the standard deviation of normal values. */
const NORMAL_CONSISTENCY = 1.4826;

/**
 * The outliers of values by the generalized extreme studentized deviate test (Rosner 1983, Technometrics 25:165). Each
 * step removes the most extreme value. The number of outliers is the LARGEST step whose statistic exceeds its critical
 * value, and not the last step before the first failure: outliers hide each other in early steps.
 */
export function extremeStudentizedDeviate(values: readonly number[], options: DeviateOptions): ExtremeDeviates {
  const { alpha, maxOutliers, side = 'both', minSpread = 0 } = options;
  const tails = side === 'both' ? 2 : 1;
  let remaining = values.map((value, index) => ({ value, index }));
  const steps: DeviateStep[] = [];
  // The critical value needs more than no degrees of freedom.
  const minRows = options.fittedPeriod ?? 2;
  while (steps.length < maxOutliers && remaining.length > minRows) {
    const found = locationOf(
      remaining.map(({ value }) => value),
      options.center,
    );
    const { center } = found;
    const spread = Math.max(found.spread, minSpread);
    if (spread === 0) break;
    const deviations = remaining.map(({ value }) => deviation(value - center, side));
    const place = indexOfLargest(deviations);
    const statistic = elementAt(deviations, place) / spread;
    const critical = criticalValue(remaining.length, alpha / tails, options.fittedPeriod);
    steps.push({ index: remaining[place]?.index ?? -1, statistic, critical });
    remaining = remaining.toSpliced(place, 1);
  }
  const count = steps.findLastIndex(({ statistic, critical }) => statistic > critical) + 1;
  return { outliers: steps.slice(0, count).map(({ index }) => index), steps };
}

/** The statistic that one of `rows` normal values exceeds with the probability `alpha`, on one side. */
function criticalValue(rows: number, alpha: number, fittedPeriod: number | undefined): number {
  if (fittedPeriod !== undefined) {
    const reference = seasonalDeviateReference(rows, fittedPeriod);
    return reference.scale * studentQuantile(1 - alpha / rows, reference.freedom);
  }
  const freedom = rows - 2;
  const quantile = studentQuantile(1 - alpha / rows, freedom);
  return ((rows - 1) * quantile) / Math.sqrt((freedom + quantile * quantile) * rows);
}

function locationOf(values: readonly number[], kind: 'mean' | 'median'): { center: number; spread: number } {
  if (kind === 'median') {
    const center = median(values);
    return { center, spread: NORMAL_CONSISTENCY * median(values.map((value) => Math.abs(value - center))) };
  }
  const center = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);
  return { center, spread: Math.sqrt(squares / (values.length - 1)) };
}

function deviation(difference: number, side: 'both' | 'above' | 'below'): number {
  if (side === 'both') return Math.abs(difference);
  return side === 'above' ? difference : -difference;
}

function indexOfLargest(values: readonly number[]): number {
  return values.reduce((best, value, index) => (value > elementAt(values, best) ? index : best), 0);
}
