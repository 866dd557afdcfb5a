import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';

/**
 * The quantile of the standard normal distribution with the probability `confidence` between its negative and itself.
 */
export function twoSidedQuantile(confidence: number): number {
  return normalQuantile((1 + confidence) / 2, 0, 1);
}
