import { NORMAL_QUANTILES, type Confidence } from '../../statistics/confidence.ts';
import { scoreInterval } from '../../statistics/score-interval.ts';
import { shareText } from '../../statistics/share-text.ts';
import type { QualityBar } from './acceptance-rule.ts';
import { qualityClause } from './quality-clause.ts';

/** The smallest difference at which a sample of a given size can meet a quality bar. */
export interface ShowableDifference {
  /** The number of cases by which the candidate must lead the baseline; negative if the candidate may pass fewer. */
  readonly leadInCases: number;
  /** The lead as a share of the sample, as a decimal text. */
  readonly lead: string;
}

/**
 * The smallest lead with which the candidate meets the bar in some table of the given number of pairs. This is the best
 * case, in which the arms differ on no more cases than the lead requires. It describes the sample alone and is not a
 * power analysis: the power depends on how often the arms will differ, which is unknown before the run.
 *
 * @returns undefined if no table of this size meets the bar
 */
export function showableDifference(
  quality: QualityBar,
  pairs: number,
  confidence: Confidence,
): ShowableDifference | undefined {
  for (let lead = -pairs; lead <= pairs; lead += 1) {
    const [onlyCandidate, onlyBaseline] = [Math.max(0, lead), Math.max(0, -lead)];
    const table = { both: pairs - onlyCandidate - onlyBaseline, onlyBaseline, onlyCandidate, neither: 0 };
    if (qualityClause(quality, table, confidence).state === 'met')
      return { leadInCases: lead, lead: shareText(lead / pairs) };
  }
  return undefined;
}

/**
 * The smallest margin, to a millionth, that this number of pairs can show for two arms that agree on every case. With a
 * smaller margin, even a candidate with the answers of the baseline does not meet *not worse*. Without pairs it is 1,
 * which is not a valid margin.
 */
export function smallestMargin(pairs: number, confidence: Confidence): string {
  const agreeing = { both: pairs, onlyBaseline: 0, onlyCandidate: 0, neither: 0 };
  const { upper } = scoreInterval(agreeing, NORMAL_QUANTILES[confidence].oneSided);
  // Rounded up, because the next smaller millionth cannot be shown.
  return shareText(Math.ceil(upper * 1e6) / 1e6);
}
