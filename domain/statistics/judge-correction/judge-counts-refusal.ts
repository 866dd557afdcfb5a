import type { JudgeCounts } from './judge-counts.ts';

/** The reason why counts do not show the errors of a judge. */
export type JudgeCountsRefusal =
  /** The judge rated no row without a label. */
  | 'nothing_judged'
  /** People passed every labelled row, or failed every one. */
  | 'one_category'
  /** The judge passes rows that people fail at least as often as rows that people pass. */
  | 'no_better_than_chance';

/** The reason why a pass rate cannot be corrected with these counts; undefined if it can. */
export function judgeCountsRefusal({
  apparent,
  sensitivity,
  specificity,
}: JudgeCounts): JudgeCountsRefusal | undefined {
  if (apparent.n === 0) return 'nothing_judged';
  if (sensitivity.n === 0 || specificity.n === 0) return 'one_category';
  const passedFails = specificity.n - specificity.k;
  return sensitivity.k / sensitivity.n <= passedFails / specificity.n ? 'no_better_than_chance' : undefined;
}
