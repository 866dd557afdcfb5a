import { NORMAL_QUANTILES, type Confidence } from '../../statistics/confidence.ts';
import { scoreInterval } from '../../statistics/score-interval.ts';
import { shareText } from '../../statistics/share-text.ts';
import type { QualityBar } from './acceptance-rule.ts';
import { qualityClause } from './quality-clause.ts';

/** The smallest difference with which a sample of this size can meet a quality bar. */
export interface ShowableDifference {
  /** Cases that the candidate has to pass beyond those that the baseline passes; negative where it may pass fewer. */
  readonly leadInCases: number;
  /** The same as a share of the sample, as a decimal text. */
  readonly lead: string;
}

/**
 * The smallest lead of the candidate that meets the bar in any table of so many pairs: what the sample can show at
 * best, where the arms differ in no more cases than they have to. It is a statement about the sample alone, without a
 * power: how often the arms will differ, on which a power hangs, nobody knows before the run.
 *
 * @returns undefined where no table of this size meets the bar
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
 * The smallest margin, to a millionth, that this number of pairs can show of two arms that agree on every case. With a
 * smaller one, even a candidate with the answers of the baseline does not meet *not worse*. Without a pair it is 1,
 * which no margin is.
 */
export function smallestMargin(pairs: number, confidence: Confidence): string {
  const agreeing = { both: pairs, onlyBaseline: 0, onlyCandidate: 0, neither: 0 };
  const { upper } = scoreInterval(agreeing, NORMAL_QUANTILES[confidence].oneSided);
  // Rounded up: the next smaller millionth is not shown.
  return shareText(Math.ceil(upper * 1e6) / 1e6);
}
