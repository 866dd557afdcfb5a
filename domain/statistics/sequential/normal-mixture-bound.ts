import chisquareCdf from '@stdlib/stats-base-dists-chisquare-cdf';
import { mixtureWeight, type MixtureDesign } from './mixture-design.ts';
import { smallestCrossing } from './smallest-crossing.ts';

/**
 * The logarithm of the normal mixture martingale (Howard et al. 2021, Annals of Statistics 49:1055) for a sum of
 * centred observations with the accumulated variance. It is an e-process: it reaches log(1/alpha) at any time with at
 * most the probability alpha.
 */
export function logNormalMixture(sum: number, variance: number, design: MixtureDesign): number {
  const weight = mixtureWeight(design);
  const total = variance + weight;
  const twoSided = (Math.log(weight / total) + (sum * sum) / total) / 2;
  return design.isOneSided ? twoSided + Math.log(2 * normalAtMost(sum / Math.sqrt(total))) : twoSided;
}

/**
 * The absolute sum, or the sum if the design is one-sided, that the mixture tolerates at this accumulated variance.
 * With the probability 1 - alpha, the sums stay below the bound at all times together.
 */
export function normalMixtureBound(variance: number, design: MixtureDesign): number {
  const weight = mixtureWeight(design);
  const total = variance + weight;
  const threshold = -Math.log(design.alpha);
  const twoSided = Math.sqrt(total * (Math.log(total / weight) + 2 * threshold));
  // The one-sided martingale is below twice the two-sided one, and above it for every positive sum.
  return design.isOneSided
    ? smallestCrossing(0, twoSided, (sum) => logNormalMixture(sum, variance, design) >= threshold)
    : twoSided;
}

/** The probability that a standard normal variable is at most this. */
function normalAtMost(value: number): number {
  const within = chisquareCdf(value * value, 1);
  return (value < 0 ? 1 - within : 1 + within) / 2;
}
