import type { AcceptanceRule } from './acceptance-rule.ts';
import type { Clause } from './clause.ts';
import { showableDifference } from './showable-difference.ts';

/** What a run would judge the bar by, as far as is known before it. */
export interface PlannedEvidence {
  readonly cases: number;
  readonly criticalCases: number;
  /** True where both arms have a price. */
  readonly isPriced: boolean;
}

/** The clauses of the rule that such a run cannot meet, whatever its arms answer: it is then not worth its money. */
export function hopelessClauses(rule: AcceptanceRule, planned: PlannedEvidence): Clause['clause'][] {
  const { quality, confidence, criticalCasesMustPass, highestCostRatio } = rule;
  const hopeless: Clause['clause'][] = [];
  if (quality !== undefined && showableDifference(quality, planned.cases, confidence) === undefined)
    hopeless.push(quality.kind);
  if (criticalCasesMustPass && planned.criticalCases === 0) hopeless.push('critical_cases');
  if (highestCostRatio !== undefined && !planned.isPriced) hopeless.push('cost_ratio');
  return hopeless;
}
