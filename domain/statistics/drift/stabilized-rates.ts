/** The successes among the rows of one point of a series. */
export interface RatePoint {
  readonly passed: number;
  readonly rows: number;
}

/** The additions to successes and rows that make the variance most even (Anscombe 1948, Biometrika 35:246). */
const ADDED_PASSES = 3 / 8;
const ADDED_ROWS = 3 / 4;

/**
 * The rates of a series as deviations from their common rate with a standard deviation of about 1, if the common rate
 * is the true one. Rates of few rows vary more than rates of many, and rates near 1 less than rates near one half: the
 * raw rates of a stable series have outliers for this reason alone.
 *
 * @param points points with at least one row each
 */
export function stabilizedRates(points: readonly RatePoint[]): number[] {
  const total = points.reduce((sum, point) => ({ passed: sum.passed + point.passed, rows: sum.rows + point.rows }), {
    passed: 0,
    rows: 0,
  });
  const center = angleOf(total);
  return points.map((point) => 2 * Math.sqrt(point.rows + 1 / 2) * (angleOf(point) - center));
}

function angleOf({ passed, rows }: RatePoint): number {
  return Math.asin(Math.sqrt((passed + ADDED_PASSES) / (rows + ADDED_ROWS)));
}
