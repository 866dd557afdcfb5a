/**
 * The smallest tolerance that a number of accepted rows can show at the confidence `1 - delta`, if none is an error. It
 * is the upper bound of the risk at zero errors, and 1 without rows.
 *
 * @param delta the probability of error, strictly between 0 and 1
 */
export function minDetectableError(rows: number, delta: number): number {
  return rows === 0 ? 1 : -Math.expm1(Math.log(delta) / rows);
}
