import type { Bounds } from '../interval/bounds.ts';
import { newcombeDifference } from '../interval/newcombe-difference.ts';
import { twoSidedQuantile } from '../interval/two-sided-quantile.ts';
import type { JudgeCounts } from './judge-counts.ts';
import { langReiczigel } from './lang-reiczigel.ts';

/** The reason why errors of a judge cannot be taken out of its pass rate. */
export type RoganGladenRefusal =
  /** The judge rated no row without a label. */
  | 'nothing_judged'
  /** People passed every labelled row, or failed every one. */
  | 'one_category'
  /** The judge passes rows that people fail at least as often as rows that people pass. */
  | 'no_better_than_chance'
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
  const { apparent, sensitivity, specificity } = counts;
  if (apparent.n === 0) return { refusal: 'nothing_judged' };
  if (sensitivity.n === 0 || specificity.n === 0) return { refusal: 'one_category' };
  const passedFails = { k: specificity.n - specificity.k, n: specificity.n };
  if (sensitivity.k / sensitivity.n <= passedFails.k / passedFails.n) return { refusal: 'no_better_than_chance' };
  if (newcombeDifference(sensitivity, passedFails, confidence).low <= 0) {
    return { refusal: 'not_shown_better_than_chance' };
  }
  return langReiczigel(counts, twoSidedQuantile(confidence));
}
