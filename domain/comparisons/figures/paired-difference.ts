import { ratio } from '../../insight/figures/decimal.ts';
import { pairsOf, type PairedTable } from '../../statistics/paired-table.ts';
import { NORMAL_QUANTILES, type Confidence } from '../../statistics/confidence.ts';
import { mcnemarDiffers } from '../../statistics/exact-mcnemar.ts';
import { scoreInterval } from '../../statistics/score-interval.ts';
import { shareText } from '../../statistics/share-text.ts';

/**
 * The difference between the candidate's share of passed cases and the baseline's, over the pairs; all texts are
 * decimals.
 */
export type PairedDifference =
  | {
      readonly state: 'present';
      readonly pairs: number;
      /** Negative where the candidate passes fewer. */
      readonly difference: string;
      /** Tango's score interval, two-sided at the confidence. */
      readonly lower: string;
      readonly upper: string;
      /** The p-value of the exact two-sided McNemar test. */
      readonly pValue: string;
    }
  | { readonly state: 'absent'; readonly reason: 'no_comparable_cases' };

/** The difference of both arms over the cases whose two verdicts are known. */
export function pairedDifferenceOf(table: PairedTable, confidence: Confidence): PairedDifference {
  const pairs = pairsOf(table);
  if (pairs === 0) return { state: 'absent', reason: 'no_comparable_cases' };
  const { lower, upper } = scoreInterval(table, NORMAL_QUANTILES[confidence].twoSided);
  const { numerator, denominator } = mcnemarDiffers(table);
  return {
    state: 'present',
    pairs,
    difference: shareText((table.onlyCandidate - table.onlyBaseline) / pairs),
    lower: shareText(lower),
    upper: shareText(upper),
    pValue: ratio(numerator, denominator),
  };
}
