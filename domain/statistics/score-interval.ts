import { pairCount, type PairedTable } from './paired-table.ts';

/** The bounds of a proportion, or of a difference of two proportions. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Tango's score interval for the paired difference of two proportions, candidate minus baseline (Tango 1998, Statistics
 * in Medicine 17:891): the differences that the score test at `quantile` does not reject. Each bound alone is also a
 * one-sided bound, at the confidence whose one-sided quantile this is. Without pairs, the interval is -1 to 1.
 *
 * The computation uses only additions, products and square roots, whose rounding IEEE 754 defines. So all machines
 * compute the same bounds.
 */
export function scoreInterval(table: PairedTable, quantile: number): Interval {
  const pairs = pairCount(table);
  const { onlyBaseline, onlyCandidate } = table;
  return {
    lower: lowerBound(onlyCandidate, onlyBaseline, pairs, quantile),
    // If the arms are swapped, the difference changes its sign.
    upper: -lowerBound(onlyBaseline, onlyCandidate, pairs, quantile),
  };
}

/** The largest difference that the test rejects as too low, to the precision of a double. */
function lowerBound(wins: number, losses: number, pairs: number, quantile: number): number {
  let [rejected, kept] = [-1, 1];
  let middle = 0;
  while (rejected < middle && middle < kept) {
    if (isRejected(middle, wins, losses, pairs, quantile)) rejected = middle;
    else kept = middle;
    middle = (rejected + kept) / 2;
  }
  return rejected;
}

/** True if the observed difference exceeds the given difference by more than chance explains at this quantile. */
function isRejected(difference: number, wins: number, losses: number, pairs: number, quantile: number): boolean {
  // The maximum-likelihood share of cases that only the other arm passes, given this difference (Tango's q21).
  const square = 2 * pairs;
  const linear = (square - wins + losses) * difference - wins - losses;
  const constant = -losses * difference * (1 - difference);
  // Near -1, rounding can make the radicand negative.
  const root = Math.sqrt(Math.max(0, linear * linear - 4 * square * constant));
  const lost = (root - linear) / (2 * square);
  const variance = pairs * (2 * lost + difference * (1 - difference));
  return wins - losses - pairs * difference > quantile * Math.sqrt(variance);
}
