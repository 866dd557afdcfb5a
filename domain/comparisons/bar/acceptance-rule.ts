import { isAtMost, parseDecimal } from '../../kernel/fraction.ts';
import type { FieldFault } from '../../kernel/errors.ts';
import type { Confidence } from '../../statistics/confidence.ts';

/** The quality that the candidate must show, compared with the baseline. */
export type QualityBar =
  /** The candidate passes more cases than the baseline. */
  | { readonly kind: 'better' }
  /** The candidate's share of passed cases is less than the margin below that of the baseline. */
  | { readonly kind: 'not_worse'; readonly margin: string };

/** The bar of a comparison, declared before it runs. The candidate meets the bar if it meets every clause. */
export interface AcceptanceRule {
  readonly confidence: Confidence;
  /** The required quality; absent if the rule does not require any. */
  readonly quality?: QualityBar | undefined;
  /** The maximum number of cases on which the arms cannot be compared. */
  readonly toleratedUnknowns: number;
  /** True if the candidate must pass every critical case. */
  readonly criticalCasesMustPass: boolean;
  /**
   * The maximum cost of the candidate per unit of the baseline's cost, as a decimal text; absent if cost does not
   * matter.
   */
  readonly highestCostRatio?: string | undefined;
}

const ZERO = { numerator: 0n, denominator: 1n };
const ONE = { numerator: 1n, denominator: 1n };

/**
 * The fault of a rule; undefined for a valid one. A rule must require something of the candidate: a tolerance alone
 * never shows that a candidate is good enough.
 */
export function acceptanceRuleFault(rule: AcceptanceRule): FieldFault | undefined {
  const { quality, highestCostRatio, criticalCasesMustPass } = rule;
  if (quality === undefined && highestCostRatio === undefined && !criticalCasesMustPass)
    return {
      pointer: '',
      detail:
        'The rule requires nothing of the candidate. Set `quality`, `critical_cases_must_pass` or `highest_cost_ratio`.',
    };
  if (quality?.kind === 'not_worse' && !isMargin(quality.margin))
    return { pointer: '/quality/margin', detail: 'The margin must be a decimal above 0 and below 1, such as 0.05.' };
  if (highestCostRatio !== undefined && !isAboveZero(highestCostRatio))
    return { pointer: '/highest_cost_ratio', detail: 'The ratio must be a decimal above 0, such as 0.8.' };
  return undefined;
}

function isMargin(text: string): boolean {
  const margin = parseDecimal(text);
  return margin !== undefined && !isAtMost(margin, ZERO) && !isAtMost(ONE, margin);
}

function isAboveZero(text: string): boolean {
  const ratio = parseDecimal(text);
  return ratio !== undefined && !isAtMost(ratio, ZERO);
}
