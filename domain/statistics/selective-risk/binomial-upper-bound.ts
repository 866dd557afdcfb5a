import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';

/**
 * The exact one-sided upper bound of a risk (Clopper and Pearson 1934, Biometrika 26:404), at the confidence
 * `1 - delta`: the largest risk at which so few errors have the probability `delta`. It is 1 if every row is an error,
 * and without rows.
 *
 * @param delta the probability of error, strictly between 0 and 1
 */
export function binomialUpperBound(errors: number, rows: number, delta: number): number {
  return errors >= rows ? 1 : betaQuantile(1 - delta, errors + 1, rows - errors);
}
