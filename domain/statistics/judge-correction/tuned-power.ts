import { meanOf, type PredictedGroup, type WeightedSample } from './weighted-sample.ts';

/**
 * The power of predictions that makes the interval of a mean shortest, from 0 to 1 (Angelopoulos, Duchi and Zrnic 2023,
 * PPI++, arXiv 2311.01453, section 6). It is 0 without predictions, or if all predictions are equal.
 */
export function tunedPower(labelled: WeightedSample, unlabelled: readonly PredictedGroup[]): number {
  const predicted = unlabelled.reduce((sum, { count }) => sum + count, 0);
  if (predicted === 0) return 0;
  const n = labelled.rows;
  const prediction = unlabelled.reduce((sum, { f, count }) => sum + f * count, 0) / predicted;
  const center = prediction + meanOf(labelled, ({ y, f, weight }) => weight * (y - f));

  const label = meanOf(labelled, ({ y, weight }) => weight * (y - center));
  const ofLabelled = meanOf(labelled, ({ f, weight }) => weight * (f - center));
  const covariance = meanOf(
    labelled,
    ({ y, f, weight }) => (weight * (y - center) - label) * (weight * (f - center) - ofLabelled),
  );

  const pooled = (n * ofLabelled + predicted * (prediction - center)) / (n + predicted);
  const squares =
    n * meanOf(labelled, ({ f, weight }) => (weight * (f - center) - pooled) ** 2) +
    unlabelled.reduce((sum, { f, count }) => sum + count * (f - center - pooled) ** 2, 0);
  if (squares === 0) return 0;
  const variance = squares / (n + predicted - 1);
  return Math.min(1, Math.max(0, covariance / ((1 + n / predicted) * variance)));
}
