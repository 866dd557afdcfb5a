import { NORMAL_QUANTILES, type Confidence } from '../statistics/confidence.ts';
import { judgeCountsRefusal, type JudgeCountsRefusal } from '../statistics/judge-correction/judge-counts-refusal.ts';
import { langReiczigel } from '../statistics/judge-correction/lang-reiczigel.ts';
import type { Interval } from '../statistics/score-interval.ts';
import type { Confusion } from './confusion.ts';

/**
 * The share that people would pass, among rows that only a judge has rated. It is absent if nothing was judged, or if
 * people labelled no row of one class, so that the judge's error rate there is unknown. It is also absent if the judge
 * passes rows that people fail at least as often as rows that people pass.
 */
export type CorrectedPassRate =
  | { readonly state: 'present'; readonly rate: number; readonly interval: Interval }
  | { readonly state: 'absent'; readonly reason: JudgeCountsRefusal };

/**
 * The pass rate by Rogan and Gladen, with the interval of Lang and Reiczigel. It corrects a judge's verdicts on
 * unlabelled rows for the errors that labelled rows show. The interval accounts for the small numbers of rows in both
 * samples.
 *
 * @param judged counts of rows that the judge rated, without the rows of the confusion
 */
export function correctPassRate(
  judged: { readonly passed: number; readonly failed: number },
  { bothPass, onlyPeoplePass, bothFail, onlyJudgePasses }: Confusion,
  confidence: Confidence,
): CorrectedPassRate {
  const apparent = { k: judged.passed, n: judged.passed + judged.failed };
  const sensitivity = { k: bothPass, n: bothPass + onlyPeoplePass };
  const specificity = { k: bothFail, n: bothFail + onlyJudgePasses };
  const reason = judgeCountsRefusal({ apparent, sensitivity, specificity });
  if (reason !== undefined) return { state: 'absent', reason };
  const quantile = NORMAL_QUANTILES[confidence].twoSided;
  const { point, low, high } = langReiczigel({ apparent, sensitivity, specificity }, quantile);
  return { state: 'present', rate: point, interval: { lower: low, upper: high } };
}
