import { isAtMost, parseDecimal } from '../../kernel/fraction.ts';
import type { FieldFault } from '../../kernel/errors.ts';
import type { Confidence } from '../../statistics/confidence.ts';

/** The quality that the candidate must show. */
export type QualityBar =
  /** The candidate passes more cases than the baseline. */
  | { readonly kind: 'better' }
  /** The candidate's share of passed cases is less than the margin below that of the baseline. */
  | { readonly kind: 'not_worse'; readonly margin: string };

/** The bar of a comparison, declared before it runs: the candidate meets it where it meets each of its clauses. */
export interface AcceptanceRule {
  readonly confidence: Confidence;
  /** Absent where no quality is asked for. */
  readonly quality?: QualityBar | undefined;
  /** Cases on which the two arms could not be compared, at most. */
  readonly toleratedUnknowns: number;
  /** True where the candidate has to pass every critical case. */
  readonly criticalCasesMustPass: boolean;
  /**
   * Decimal text: what the candidate may cost for each unit that the baseline costs; absent where cost decides nothing.
   */
  readonly highestCostRatio?: string | undefined;
}

const ZERO = { numerator: 0n, denominator: 1n };
const ONE = { numerator: 1n, denominator: 1n };

/**
 * The reason why the rule cannot be declared; undefined for a sound one. A rule must ask for quality: a tolerance alone
 * never says that a candidate is good enough.
 */
export function acceptanceRuleFault(rule: AcceptanceRule): FieldFault | undefined {
  const { quality, highestCostRatio, criticalCasesMustPass } = rule;
  if (quality === undefined && highestCostRatio === undefined && !criticalCasesMustPass)
    return { pointer: '', detail: 'Ask for quality, for critical cases to pass, or for a highest cost ratio.' };
  if (quality?.kind === 'not_worse' && !isMargin(quality.margin))
    return { pointer: '/quality/margin', detail: 'Write a decimal above 0 and below 1, such as 0.05.' };
  if (highestCostRatio !== undefined && !isAboveZero(highestCostRatio))
    return { pointer: '/highest_cost_ratio', detail: 'Write a decimal above 0, such as 0.8.' };
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
