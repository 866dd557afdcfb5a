import { elementAt } from './element-at.ts';
import { extremeStudentizedDeviate } from './extreme-studentized-deviate.ts';
import { seasonalDeviations } from './seasonal-deviations.ts';
import type { SeasonalTrend } from './seasonal-trend.ts';

/** The choices of a search for outliers in a seasonal series. */
interface SeasonalOutlierOptions {
  /** The probability of at least one outlier in a series without outliers, in a single look. */
  readonly alpha: number;
  /** The largest share of points that may be outliers, below one half. */
  readonly maxShare: number;
  /** The side of the seasonal pattern on which points count as outliers; both by default. */
  readonly side?: 'both' | 'above' | 'below';
  /** True if the critical values allow for the fitted pattern and hold the level. The published method does not. */
  readonly isLevelHeld: boolean;
}

/** An outlier of a seasonal series. */
interface SeasonalOutlier {
  readonly index: number;
  /** The value less the seasonal pattern and the median, in the unit of the series. */
  readonly deviation: number;
}

/** The outliers of a seasonal series in order of time, or the reason why they are unknown. */
export type SeasonalOutliers =
  | { readonly state: 'measured'; readonly outliers: readonly SeasonalOutlier[] }
  | Extract<SeasonalTrend, { state: 'refused' }>;

/**
 * The outliers of a seasonal series by S-H-ESD (Hochenbaum et al. 2017, Automatic Anomaly Detection in the Cloud Via
 * Statistical Learning). The values less the seasonal pattern of a robust decomposition and less their median are
 * tested by generalized ESD with median and median absolute deviation. The trend stays in the values, so a shift of the
 * level is found too.
 */
export function seasonalOutliers(
  series: readonly number[],
  period: number,
  { alpha, maxShare, side = 'both', isLevelHeld }: SeasonalOutlierOptions,
): SeasonalOutliers {
  if (series.length < 2 * period) return { state: 'refused', refusalCode: 'fewer_than_two_periods' };
  const deviations = seasonalDeviations(series, period);
  const { outliers } = extremeStudentizedDeviate(deviations, {
    alpha,
    maxOutliers: Math.floor(series.length * maxShare),
    center: 'median',
    side,
    ...(isLevelHeld ? { fittedPeriod: period } : {}),
  });
  const inOrder = outliers.toSorted((one, other) => one - other);
  return { state: 'measured', outliers: inOrder.map((index) => ({ index, deviation: elementAt(deviations, index) })) };
}
