import { errorProbability, type Confidence } from '../confidence.ts';
import { chooseThreshold } from './choose-threshold.ts';
import type { ScoreLevel } from './score-level.ts';

/** The parameters of a fit, and its number of rows. */
interface Fit {
  /** The maximum accepted share of disagreements. */
  readonly alpha: number;
  readonly confidence: Confidence;
  readonly rows: number;
}

/**
 * The region of a judge's verdicts that can be accepted without a person. It is refused if there are too few rows for
 * any region, or if even the most certain verdicts fail the test.
 */
export type SelectiveRisk = Fit &
  (
    | {
        readonly state: 'fitted';
        /** The minimum score of accepted verdicts. */
        readonly minScore: number;
        readonly accepted: number;
        readonly disagreed: number;
      }
    | { readonly state: 'refused'; readonly refusalCode: 'too_few_rows' | 'risk_too_high' }
  );

/**
 * The largest region of a judge's most certain verdicts in which people reject at most the share `alpha`, at the
 * confidence. Every score is a candidate for its limit.
 *
 * @param levels levels in any order, with distinct scores
 * @param alpha strictly between 0 and 1
 */
export function fitSelectiveRisk(levels: readonly ScoreLevel[], alpha: number, confidence: Confidence): SelectiveRisk {
  const { numerator, denominator } = errorProbability(confidence);
  const rows = levels.reduce((sum, { agreed, disagreed }) => sum + agreed + disagreed, 0);
  const fit = { alpha, confidence, rows };
  const scores = levels.map(({ score }) => score);
  const { threshold, tested } = chooseThreshold(levels, scores, alpha, Number(numerator) / Number(denominator));
  if (tested.length === 0) return { ...fit, state: 'refused', refusalCode: 'too_few_rows' };
  const chosen = tested.find((region) => region.threshold === threshold);
  if (chosen === undefined) return { ...fit, state: 'refused', refusalCode: 'risk_too_high' };
  const { threshold: minScore, accepted, errors: disagreed } = chosen;
  return { ...fit, state: 'fitted', minScore, accepted, disagreed };
}
