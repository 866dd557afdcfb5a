import { NORMAL_QUANTILES, type Confidence } from '../statistics/confidence.ts';
import type { Interval } from '../statistics/score-interval.ts';
import type { Confusion } from './confusion.ts';

/**
 * The share that people would pass, among rows that only a judge has rated. It is absent if nothing was judged, or if
 * people labelled no row of one class, so that the judge's error rate there is unknown. It is also absent if the judge
 * passes rows that people fail at least as often as rows that people pass.
 */
export type CorrectedPassRate =
  | { readonly state: 'present'; readonly rate: number; readonly interval: Interval }
  | { readonly state: 'absent'; readonly reason: 'nothing_judged' | 'one_category' | 'no_better_than_chance' };

/** A share, and the number of rows that it was counted on. */
interface Share {
  readonly share: number;
  readonly of: number;
}

/**
 * The pass rate by Rogan and Gladen (1978, American Journal of Epidemiology 107:71), with the interval of Lang and
 * Reiczigel (2014, Preventive Veterinary Medicine 113:13). It corrects a judge's verdicts on unlabelled rows for the
 * errors that labelled rows show. The interval accounts for the small numbers of rows in both samples.
 *
 * @param judged counts of rows that the judge rated, without the rows of the confusion
 */
export function correctPassRate(
  judged: { readonly passed: number; readonly failed: number },
  confusion: Confusion,
  confidence: Confidence,
): CorrectedPassRate {
  const apparent = shareOf(judged.passed, judged.failed);
  const sensitivity = shareOf(confusion.bothPass, confusion.onlyPeoplePass);
  const specificity = shareOf(confusion.bothFail, confusion.onlyJudgePasses);
  if (apparent.of === 0) return { state: 'absent', reason: 'nothing_judged' };
  if (sensitivity.of === 0 || specificity.of === 0) return { state: 'absent', reason: 'one_category' };
  if (sensitivity.share + specificity.share <= 1) return { state: 'absent', reason: 'no_better_than_chance' };
  return {
    state: 'present',
    rate: within01(takeErrorsOut(apparent, sensitivity, specificity)),
    interval: intervalOf(apparent, sensitivity, specificity, NORMAL_QUANTILES[confidence].twoSided),
  };
}

function intervalOf(apparent: Share, sensitivity: Share, specificity: Share, quantile: number): Interval {
  const square = quantile * quantile;
  // Adds a few rows to each count, half of each class.
  const [judged, positives, negatives] = [more(apparent, square), more(sensitivity, 2), more(specificity, 2)];
  // With few rows, a judge can be better than chance without these added rows and not with them. The rate is then
  // unknown.
  if (positives.share + negatives.share <= 1) return { lower: 0, upper: 1 };
  const rate = takeErrorsOut(judged, positives, negatives);
  const ofPositives = spreadOf(positives);
  const ofNegatives = spreadOf(negatives);
  const shift = 2 * square * (rate * ofPositives - (1 - rate) * ofNegatives);
  const variance = spreadOf(judged) + rate ** 2 * ofPositives + (1 - rate) ** 2 * ofNegatives;
  const reach = (quantile * Math.sqrt(variance)) / (positives.share + negatives.share - 1);
  return { lower: within01(rate + shift - reach), upper: within01(rate + shift + reach) };
}

function shareOf(counted: number, others: number): Share {
  const of = counted + others;
  return { share: counted / of, of };
}

function more({ share, of }: Share, added: number): Share {
  return { share: (share * of + added / 2) / (of + added), of: of + added };
}

function spreadOf({ share, of }: Share): number {
  return (share * (1 - share)) / of;
}

function takeErrorsOut(apparent: Share, sensitivity: Share, specificity: Share): number {
  return (apparent.share + specificity.share - 1) / (sensitivity.share + specificity.share - 1);
}

function within01(share: number): number {
  return Math.min(1, Math.max(0, share));
}
