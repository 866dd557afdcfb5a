import { errorProbability, type Confidence } from '../confidence.ts';
import { binomialAtMost } from './binomial-at-most.ts';

/** The labelled rows of one certainty of the judge. */
export interface ScoreLevel {
  /** The certainty of the verdicts; for a panel, the share of members in the majority. */
  readonly score: number;
  readonly agreed: number;
  readonly disagreed: number;
}

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
 * confidence.
 *
 * Scores are tested from high to low until one fails. In this fixed order, each test may use the full probability of
 * error (fixed-sequence testing, as in Angelopoulos et al. 2021, Learn then Test). The sequence begins with the first
 * region that has enough rows to pass the test. This choice depends on the scores alone, not on disagreements.
 *
 * @param levels levels in any order, with distinct scores
 * @param alpha strictly between 0 and 1
 */
export function fitSelectiveRisk(levels: readonly ScoreLevel[], alpha: number, confidence: Confidence): SelectiveRisk {
  const { numerator, denominator } = errorProbability(confidence);
  const error = Number(numerator) / Number(denominator);
  const regions = regionsOf(levels);
  const fit = { alpha, confidence, rows: regions.at(-1)?.accepted ?? 0 };

  const testable = regions.filter(({ accepted }) => binomialAtMost(0, accepted, alpha) <= error);
  if (testable.length === 0) return { ...fit, state: 'refused', refusalCode: 'too_few_rows' };
  const failed = testable.findIndex(({ accepted, disagreed }) => binomialAtMost(disagreed, accepted, alpha) > error);
  const shown = testable.slice(0, failed === -1 ? undefined : failed).at(-1);
  if (shown === undefined) return { ...fit, state: 'refused', refusalCode: 'risk_too_high' };
  return { ...fit, state: 'fitted', ...shown };
}

interface Region {
  readonly minScore: number;
  readonly accepted: number;
  readonly disagreed: number;
}

/** The regions of verdicts with at least each score, highest score first. */
function regionsOf(levels: readonly ScoreLevel[]): Region[] {
  const surestFirst = levels.toSorted((one, other) => other.score - one.score);
  let accepted = 0;
  let disagreements = 0;
  return surestFirst.map(({ score, agreed, disagreed }) => {
    accepted += agreed + disagreed;
    disagreements += disagreed;
    return { minScore: score, accepted, disagreed: disagreements };
  });
}
