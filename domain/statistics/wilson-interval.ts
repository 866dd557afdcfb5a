import type { Interval } from './score-interval.ts';

/**
 * Wilson's score interval for a proportion, without continuity correction (Wilson 1927; method 3 of Newcombe 1998,
 * Statistics in Medicine 17:857). Without cases, it is 0 to 1.
 */
export function wilsonInterval(passed: number, cases: number, quantile: number): Interval {
  if (cases === 0) return { lower: 0, upper: 1 };
  return {
    lower: wilsonLower(passed, cases, quantile),
    // The upper bound of passes is one minus the lower bound of failures.
    upper: 1 - wilsonLower(cases - passed, cases, quantile),
  };
}

/** The lower bound in a form without cancellation: without passes, it is exactly 0. */
function wilsonLower(passed: number, cases: number, quantile: number): number {
  const square = quantile * quantile;
  const middle = 2 * passed + square;
  const spread = quantile * Math.sqrt(square + (4 * passed * (cases - passed)) / cases);
  // Equal to (middle - spread) / (2 (cases + square)), with numerator and denominator multiplied by (middle + spread).
  return (2 * passed * passed) / (cases * (middle + spread));
}
