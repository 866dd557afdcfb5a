import type { Bounds } from '../interval/bounds.ts';
import { newcombeDifference } from '../interval/newcombe-difference.ts';
import { twoSidedQuantile } from '../interval/two-sided-quantile.ts';
import { judgeCountsRefusal, type JudgeCountsRefusal } from './judge-counts-refusal.ts';
import type { JudgeCounts } from './judge-counts.ts';
import { langReiczigel } from './lang-reiczigel.ts';

/** The reason why errors of a judge cannot be taken out of its pass rate. */
export type RoganGladenRefusal =
  | JudgeCountsRefusal
  /** The labelled rows are too few to show that the judge is better than chance. */
  | 'not_shown_better_than_chance';

/**
 * The share that people would pass, by Rogan and Gladen with the interval of Lang and Reiczigel. It remains valid if
 * people pass another share of labelled rows than of the judged ones, as long as the judge's rates of error are equal.
 *
 * It is refused unless the interval of sensitivity plus specificity minus 1 is above 0 (method 10 of Newcombe 1998, at
 * the same confidence). Otherwise the rate divides by a number that may be 0.
 */
export function roganGladen({
  confidence,
  ...counts
}: JudgeCounts & { readonly confidence: number }):
  | (Bounds & { readonly point: number })
  | { readonly refusal: RoganGladenRefusal } {
  const refusal = judgeCountsRefusal(counts);
  if (refusal !== undefined) return { refusal };
  const { sensitivity, specificity } = counts;
  const passedFails = { k: specificity.n - specificity.k, n: specificity.n };
  if (newcombeDifference(sensitivity, passedFails, confidence).low <= 0) {
    return { refusal: 'not_shown_better_than_chance' };
  }
  return langReiczigel(counts, twoSidedQuantile(confidence));
}
