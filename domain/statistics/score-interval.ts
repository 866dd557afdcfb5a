import { pairsOf, type PairedTable } from './paired-table.ts';

/** Two bounds of a proportion, or of a difference of two. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Tango's score interval for the paired difference of two proportions, candidate less baseline (Tango 1998, Statistics
 * in Medicine 17:891): the differences that the score test at `quantile` does not reject. Each bound alone is the
 * one-sided bound at the confidence whose one-sided quantile it is. Without a pair nothing is rejected, and it is -1 to
 * 1.
 *
 * Additions, products and square roots alone, which IEEE 754 rounds in one way: every machine computes the same bounds.
 */
export function scoreInterval(table: PairedTable, quantile: number): Interval {
  const pairs = pairsOf(table);
  const { onlyBaseline, onlyCandidate } = table;
  return {
    lower: lowerBound(onlyCandidate, onlyBaseline, pairs, quantile),
    // Seen from the baseline, the difference is its negative.
    upper: -lowerBound(onlyBaseline, onlyCandidate, pairs, quantile),
  };
}

/** The largest difference that the test rejects from below, to the last digit of a double. */
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

/** True when what was seen lies further above the difference than chance takes it, at this quantile. */
function isRejected(difference: number, wins: number, losses: number, pairs: number, quantile: number): boolean {
  // The share of cases that only the other arm passes, as likely as can be where this is the difference (Tango's q21).
  const square = 2 * pairs;
  const linear = (square - wins + losses) * difference - wins - losses;
  const constant = -losses * difference * (1 - difference);
  // Near -1 only rounding can take it below zero.
  const root = Math.sqrt(Math.max(0, linear * linear - 4 * square * constant));
  const lost = (root - linear) / (2 * square);
  const variance = pairs * (2 * lost + difference * (1 - difference));
  return wins - losses - pairs * difference > quantile * Math.sqrt(variance);
}
