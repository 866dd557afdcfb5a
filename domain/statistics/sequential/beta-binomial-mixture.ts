import gammaln from '@stdlib/math-base-special-gammaln';
import betaCdf from '@stdlib/stats-base-dists-beta-cdf';
import { mixtureWeight, type MixtureDesign } from './mixture-design.ts';
import { smallestCrossing } from './smallest-crossing.ts';

/** The range of centred observations: each lies between `-below` and `above`, which are both above 0. */
export interface ObservationRange {
  readonly below: number;
  readonly above: number;
}

/** The share of the variance of a single observation that the mixture weight keeps at least. */
const MIN_WEIGHT = 0.001;

/**
 * The logarithm of the beta-binomial mixture martingale (Howard et al. 2021, confseq, `BetaBinomialMixture`) for a sum
 * of centred observations. The accumulated variance is `below * above` for each observation. The martingale is an
 * e-process for all observations in the range, such as errors less their probability.
 */
export function logBetaBinomialMixture(
  sum: number,
  variance: number,
  range: ObservationRange,
  design: MixtureDesign,
): number {
  const { below, above } = range;
  const width = below + above;
  const prior = shapesOf(0, 0, range, design);
  const posterior = shapesOf(sum, variance, range, design);
  const twoSided =
    (variance / (below * above)) * Math.log(width) -
    ((variance + above * sum) / (above * width)) * Math.log(below) -
    ((variance - below * sum) / (below * width)) * Math.log(above) +
    logBeta(posterior.up, posterior.down) -
    logBeta(prior.up, prior.down);
  if (!design.isOneSided) return twoSided;
  // The one-sided mixture has only the parameters above the expectation. The mirrored tail has no cancellation.
  const tail = (shapes: Shapes): number => betaCdf(above / width, shapes.down, shapes.up);
  return twoSided + Math.log(tail(posterior)) - Math.log(tail(prior));
}

/**
 * The largest sum that the mixture tolerates at this accumulated variance, at most the largest possible sum. With the
 * probability 1 - alpha, the sums stay below the bound at all times together.
 */
export function betaBinomialMixtureBound(variance: number, range: ObservationRange, design: MixtureDesign): number {
  const threshold = -Math.log(design.alpha);
  return smallestCrossing(
    0,
    variance / range.below,
    (sum) => logBetaBinomialMixture(sum, variance, range, design) >= threshold,
  );
}

interface Shapes {
  readonly up: number;
  readonly down: number;
}

/** The shapes of the beta distribution over parameters, after observations with this sum and variance. */
function shapesOf(sum: number, variance: number, { below, above }: ObservationRange, design: MixtureDesign): Shapes {
  const single = below * above;
  const weight = Math.max(mixtureWeight(design) - single, MIN_WEIGHT * single);
  const width = below + above;
  return {
    up: (weight + variance + above * sum) / (above * width),
    down: (weight + variance - below * sum) / (below * width),
  };
}

function logBeta(one: number, other: number): number {
  return gammaln(one) + gammaln(other) - gammaln(one + other);
}
