import { formatRatio } from '../../insight/figures/decimal.ts';
import { pairCount, type PairedTable } from '../../statistics/paired-table.ts';
import { NORMAL_QUANTILES, type Confidence } from '../../statistics/confidence.ts';
import { mcnemarDifferencePValue } from '../../statistics/exact-mcnemar.ts';
import { scoreInterval } from '../../statistics/score-interval.ts';
import { shareText } from '../../statistics/share-text.ts';

/**
 * The difference between the shares of passed cases, candidate minus baseline, over pairs with two known verdicts. All
 * texts are decimals.
 */
export type PairedDifference =
  | {
      readonly state: 'present';
      readonly pairs: number;
      /** The difference; negative if the candidate passes fewer cases. */
      readonly difference: string;
      /** Tango's two-sided score interval at the confidence. */
      readonly lower: string;
      readonly upper: string;
      /** The p-value of the exact two-sided McNemar test. */
      readonly pValue: string;
    }
  | { readonly state: 'absent'; readonly reason: 'no_comparable_cases' };

/** The difference of both arms over the cases with two known verdicts. */
export function computePairedDifference(table: PairedTable, confidence: Confidence): PairedDifference {
  const pairs = pairCount(table);
  if (pairs === 0) return { state: 'absent', reason: 'no_comparable_cases' };
  const { lower, upper } = scoreInterval(table, NORMAL_QUANTILES[confidence].twoSided);
  const { numerator, denominator } = mcnemarDifferencePValue(table);
  return {
    state: 'present',
    pairs,
    difference: shareText((table.onlyCandidate - table.onlyBaseline) / pairs),
    lower: shareText(lower),
    upper: shareText(upper),
    pValue: formatRatio(numerator, denominator),
  };
}
