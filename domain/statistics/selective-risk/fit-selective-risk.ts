import { errorOf, type Confidence } from '../confidence.ts';
import { binomialAtMost } from './binomial-at-most.ts';

/** Labelled rows that the judge was equally sure of. */
export interface ScoreLevel {
  /** The certainty of a verdict: for a panel, the share of members with the majority. */
  readonly score: number;
  readonly agreed: number;
  readonly disagreed: number;
}

/** The question of the fit, and its number of rows. */
interface Fit {
  /** The largest share of disagreements that is accepted. */
  readonly alpha: number;
  readonly confidence: Confidence;
  readonly rows: number;
}

/**
 * The verdicts of a judge that can stand alone. Refused if it has too few rows for any answer, or if not even its
 * surest verdicts hold.
 */
export type SelectiveRisk = Fit &
  (
    | {
        readonly state: 'fitted';
        /** Verdicts of this score or more are accepted. */
        readonly minScore: number;
        readonly accepted: number;
        readonly disagreed: number;
      }
    | { readonly state: 'refused'; readonly refusalCode: 'too_few_rows' | 'risk_too_high' }
  );

/**
 * The most verdicts of a judge, surest first, of which people would reject at most the share `alpha`, at the
 * confidence. Scores are tried one below the other until one fails: in that order each may be tested at the whole
 * probability of error (fixed sequence, as by Angelopoulos et al. 2021, Learn then Test). It begins where so many rows
 * are accepted that the test could succeed, which the scores decide and no disagreement.
 *
 * @param levels in any order, each score once
 * @param alpha strictly between 0 and 1
 */
export function fitSelectiveRisk(levels: readonly ScoreLevel[], alpha: number, confidence: Confidence): SelectiveRisk {
  const { numerator, denominator } = errorOf(confidence);
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

/** The accepted verdicts down to each score, surest first. */
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
