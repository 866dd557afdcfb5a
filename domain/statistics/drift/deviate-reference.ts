/** The distribution of a studentized deviate without outliers: a scaled distribution of Student. */
export interface DeviateReference {
  readonly freedom: number;
  readonly scale: number;
}

/** The share of its degrees of freedom that a median absolute deviation keeps after a robust seasonal fit. */
const FREEDOM_SHARE = 0.25;
/** The growth of the scale with the logarithm of the period, and the period below which it does not grow. */
const SCALE_GROWTH = 1.3;
const SMALLEST_GROWING_PERIOD = 5;

/**
 * The distribution of a deviate from the median, relative to the scaled median absolute deviation, after a robust
 * periodic pattern was fitted to the values.
 *
 * S-H-ESD uses Rosner's critical values as if no pattern had been fitted and the spread were the standard deviation.
 * In normal noise of 28 and 56 days, it then finds an outlier in 61 % and 44 % of series at a level of 5 %. The
 * constants here follow from simulations of normal noise, with periods of 4 to 24 points, 2 to 52 periods and levels of
 * 1 % to 10 %. They hold the level; for two periods they are far on the safe side.
 *
 * @param rows the remaining values, above the period
 */
export function seasonalDeviateReference(rows: number, period: number): DeviateReference {
  const growth = Math.max(0, SCALE_GROWTH * Math.log(period / SMALLEST_GROWING_PERIOD));
  return { freedom: FREEDOM_SHARE * (rows - period), scale: 1 + (growth * period) / rows };
}
