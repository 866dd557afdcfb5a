import type { Interval } from '../score-interval.ts';
import { logBetaBinomialMixture } from './beta-binomial-mixture.ts';
import { smallestCrossing } from './smallest-crossing.ts';

/** The choices of a confidence sequence for a probability. They must not depend on its observations. */
export interface SequenceDesign {
  /** The probability that the sequence ever misses the true probability, strictly between 0 and 1. */
  readonly alpha: number;
  /** The number of observations at which the sequence is narrowest, at least 1. It is valid at every number. */
  readonly optimalRows: number;
}

/**
 * The interval of a Bernoulli confidence sequence after `rows` observations (Howard et al. 2021, confseq,
 * `bernoulli_confidence_interval`). With the probability 1 - alpha, the intervals of all looks together hold the true
 * probability. Without observations, it is 0 to 1.
 */
export function bernoulliSequence(events: number, rows: number, design: SequenceDesign): Interval {
  return {
    lower: lowerOf(events, rows, design, false),
    // The upper bound of events is one minus the lower bound of their absence.
    upper: 1 - lowerOf(rows - events, rows, design, false),
  };
}

/**
 * The lower bound of a one-sided Bernoulli confidence sequence. With the probability 1 - alpha, the bounds of all looks
 * together are below the true probability. The probability may fall and rise under a limit: the bounds of all looks
 * are then below the limit.
 */
export function bernoulliLowerSequence(events: number, rows: number, design: SequenceDesign): number {
  return lowerOf(events, rows, design, true);
}

/** The smallest probability that the mixture of each probability does not reject, from below. */
function lowerOf(events: number, rows: number, design: SequenceDesign, isOneSided: boolean): number {
  if (events === 0) return 0;
  const { alpha, optimalRows } = design;
  const threshold = -Math.log(alpha);
  return smallestCrossing(0, events / rows, (probability) => {
    const range = { below: probability, above: 1 - probability };
    const variance = probability * (1 - probability);
    const mixture = { alpha, optimum: variance * optimalRows, isOneSided };
    return logBetaBinomialMixture(events - rows * probability, variance * rows, range, mixture) < threshold;
  });
}
