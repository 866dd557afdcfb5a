import type { Interval } from './score-interval.ts';

/**
 * Wilson's score interval for a proportion, without correction for continuity (Wilson 1927; method 3 of Newcombe 1998,
 * Statistics in Medicine 17:857). Without cases it is the whole range from 0 to 1.
 */
export function wilsonInterval(passed: number, cases: number, quantile: number): Interval {
  if (cases === 0) return { lower: 0, upper: 1 };
  return {
    lower: wilsonLower(passed, cases, quantile),
    // The passes are at most so many as the failures are at least few.
    upper: 1 - wilsonLower(cases - passed, cases, quantile),
  };
}

/** Written so that nothing cancels: of no pass it is 0 exactly. */
function wilsonLower(passed: number, cases: number, quantile: number): number {
  const square = quantile * quantile;
  const middle = 2 * passed + square;
  const spread = quantile * Math.sqrt(square + (4 * passed * (cases - passed)) / cases);
  // (middle - spread) / (2 (cases + square)), with the difference multiplied out.
  return (2 * passed * passed) / (cases * (middle + spread));
}
