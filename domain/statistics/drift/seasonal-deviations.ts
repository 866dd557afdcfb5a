import { elementAt } from './element-at.ts';
import { median } from './median.ts';
import { seasonalTrend } from './seasonal-trend.ts';

/**
 * The values of a series less their seasonal pattern and their median, by a robust decomposition. The trend stays in
 * them, so a shift of the level remains visible.
 *
 * @param series at least two periods, in order of time, without gaps
 * @throws RangeError for a shorter series
 */
export function seasonalDeviations(series: readonly number[], period: number): number[] {
  const parts = seasonalTrend(series, period, { isRobust: true, isPeriodic: true });
  if (parts.state === 'refused') throw new RangeError('the series has fewer than two periods');
  const center = median(series);
  return series.map((value, index) => value - elementAt(parts.seasonal, index) - center);
}
