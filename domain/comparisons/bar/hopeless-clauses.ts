import type { AcceptanceRule } from './acceptance-rule.ts';
import type { Clause } from './clause.ts';
import { showableDifference } from './showable-difference.ts';

/** The evidence that a run will have for the bar, as far as it is known before the run. */
export interface PlannedEvidence {
  readonly cases: number;
  readonly criticalCases: number;
  /** True if both arms have a price. */
  readonly isPriced: boolean;
}

/** The clauses that the planned run cannot meet with any answers. If there are any, the run is not worth its cost. */
export function hopelessClauses(rule: AcceptanceRule, planned: PlannedEvidence): Clause['clause'][] {
  const { quality, confidence, criticalCasesMustPass, highestCostRatio } = rule;
  const hopeless: Clause['clause'][] = [];
  if (quality !== undefined && showableDifference(quality, planned.cases, confidence) === undefined)
    hopeless.push(quality.kind);
  if (criticalCasesMustPass && planned.criticalCases === 0) hopeless.push('critical_cases');
  if (highestCostRatio !== undefined && !planned.isPriced) hopeless.push('cost_ratio');
  return hopeless;
}
