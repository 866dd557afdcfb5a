import { binomialAtMost } from './binomial-at-most.ts';

/**
 * The maximum number of errors among accepted rows with which their risk is shown to be at most the tolerance, at the
 * confidence `1 - delta`. It is null if the rows are too few to show this even without errors.
 *
 * @param tolerance strictly between 0 and 1
 * @param delta the probability of error, strictly between 0 and 1
 */
export function maximumErrors(rows: number, tolerance: number, delta: number): number | null {
  let [passing, failing] = [-1, rows];
  while (failing - passing > 1) {
    const middle = Math.floor((passing + failing) / 2);
    if (binomialAtMost(middle, rows, tolerance) <= delta) passing = middle;
    else failing = middle;
  }
  return passing === -1 ? null : passing;
}
