import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import { twoSidedQuantile } from '../interval/two-sided-quantile.ts';
import { tunedPower } from './tuned-power.ts';
import { meanOf, weightSample, type LabelledGroup, type PredictedGroup } from './weighted-sample.ts';

interface PpiSample {
  /** The labelled rows, at least one. They must be a random sample of the population, or have weights. */
  readonly labelled: readonly LabelledGroup[];
  /** A random sample of the population, such as the rows without a label. */
  readonly unlabelled: readonly PredictedGroup[];
  /** True if the labelled rows are among the unlabelled ones too; false by default. */
  readonly isWholePopulation?: boolean;
  readonly confidence: number;
  /** The use of predictions: to the power of the shortest interval (the default), in full, or not at all. */
  readonly power?: 'tuned' | 'full' | 'none';
  /** The bounds of the interval; the missing one is infinite. Both by default. */
  readonly bounds?: 'both' | 'low' | 'high';
}

/** A mean with its standard error, its interval and the power of the predictions. */
interface PpiMean {
  readonly point: number;
  readonly se: number;
  readonly low: number;
  readonly high: number;
  readonly lambda: number;
}

/**
 * The mean of a label over a population, from a few labelled rows and from predictions for many (prediction-powered
 * inference: Angelopoulos et al. 2023, Science 382:669; Angelopoulos, Duchi and Zrnic 2023, PPI++, arXiv 2311.01453).
 *
 * Weights make the mean of the labelled rows that of the population (Hájek). The standard error then has the weighted
 * deviations from the weighted mean.
 */
export function ppiMean(sample: PpiSample): PpiMean {
  const { unlabelled, isWholePopulation = false, confidence, power = 'tuned', bounds = 'both' } = sample;
  const labelled = weightSample(sample.labelled);
  const predicted = unlabelled.reduce((sum, { count }) => sum + count, 0);
  const lambda = predicted === 0 ? 0 : powerOf(power, () => tunedPower(labelled, unlabelled));

  const rectifier = meanOf(labelled, ({ y, f, weight }) => weight * (y - lambda * f));
  const variance = meanOf(labelled, ({ y, f, weight }) => (weight * (y - lambda * f - rectifier)) ** 2) / labelled.rows;
  if (lambda === 0) return withBounds({ point: rectifier, se: Math.sqrt(variance), lambda }, confidence, bounds);

  const mean = unlabelled.reduce((sum, { f, count }) => sum + f * count, 0) / predicted;
  const spread = unlabelled.reduce((sum, { f, count }) => sum + count * (f - mean) ** 2, 0) / predicted;
  // The same rows on both sides vary together.
  const shared = isWholePopulation
    ? 2 * lambda * meanOf(labelled, ({ y, f, weight }) => weight * (f - mean) * (y - lambda * f - rectifier))
    : 0;
  const se = Math.sqrt(variance + (lambda ** 2 * spread + Math.max(0, shared)) / predicted);
  return withBounds({ point: lambda * mean + rectifier, se, lambda }, confidence, bounds);
}

function powerOf(power: 'tuned' | 'full' | 'none', tune: () => number): number {
  if (power === 'tuned') return tune();
  return power === 'full' ? 1 : 0;
}

function withBounds(
  estimate: Pick<PpiMean, 'point' | 'se' | 'lambda'>,
  confidence: number,
  bounds: 'both' | 'low' | 'high',
): PpiMean {
  const quantile = bounds === 'both' ? twoSidedQuantile(confidence) : normalQuantile(confidence, 0, 1);
  const reach = quantile * estimate.se;
  return {
    ...estimate,
    low: bounds === 'high' ? -Infinity : estimate.point - reach,
    high: bounds === 'low' ? Infinity : estimate.point + reach,
  };
}
