import { binomialAtMost } from './binomial-at-most.ts';

/**
 * The minimum number of accepted rows that can show a risk of at most the tolerance at the confidence `1 - delta`, if
 * none is an error: 59 at 0.05 and 0.95.
 *
 * @param tolerance strictly between 0 and 1
 * @param delta the probability of error, strictly between 0 and 1
 */
export function rowsToCertify(tolerance: number, delta: number): number {
  // The logarithms round, and the gate counts with its own rounding, which decides at the border.
  let rows = Math.ceil(Math.log(delta) / Math.log1p(-tolerance)) - 1;
  while (binomialAtMost(0, rows, tolerance) > delta) rows += 1;
  return rows;
}
