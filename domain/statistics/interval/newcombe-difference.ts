import { wilsonInterval } from '../wilson-interval.ts';
import type { Bounds } from './bounds.ts';
import { twoSidedQuantile } from './two-sided-quantile.ts';

/** A count of rows of one kind among all rows. */
export interface Proportion {
  readonly k: number;
  /** The number of all rows, at least 1. */
  readonly n: number;
}

/**
 * The interval of the difference of two independent proportions, the first minus the second, from their Wilson
 * intervals (method 10 of Newcombe 1998, Statistics in Medicine 17:873).
 */
export function newcombeDifference(one: Proportion, other: Proportion, confidence: number): Bounds {
  const quantile = twoSidedQuantile(confidence);
  const [first, second] = [one.k / one.n, other.k / other.n];
  const ofFirst = wilsonInterval(one.k, one.n, quantile);
  const ofSecond = wilsonInterval(other.k, other.n, quantile);
  return {
    low: first - second - Math.hypot(first - ofFirst.lower, ofSecond.upper - second),
    high: first - second + Math.hypot(ofFirst.upper - first, second - ofSecond.lower),
  };
}
