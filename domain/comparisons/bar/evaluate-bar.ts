import { formatRatio } from '../../insight/figures/decimal.ts';
import { DefectError } from '../../kernel/errors.ts';
import { isAtMost, parseDecimal } from '../../kernel/fraction.ts';
import type { CostComparison } from '../figures/compare-costs.ts';
import type { PairedTable } from '../../statistics/paired-table.ts';
import type { Confidence } from '../../statistics/confidence.ts';
import type { AcceptanceRule } from './acceptance-rule.ts';
import type { Clause, CostRatioClause, CriticalCasesClause, UnknownsClause } from './clause.ts';
import type { DecisionOutcome } from './decision-sets.ts';
import { qualityClause } from './quality-clause.ts';

/** The evidence of a run, from the verdicts in force. */
export interface Evidence {
  readonly table: PairedTable;
  /** The number of cases that are not in the table. */
  readonly unknownPairs: number;
  /** The critical cases, by the verdict of the candidate. */
  readonly criticalCases: { readonly passed: number; readonly failed: number; readonly unknown: number };
  readonly costs: CostComparison;
}

/** The outcome, and each clause of the rule with the evidence that decided it. */
export interface BarEvaluation {
  readonly outcome: DecisionOutcome;
  readonly confidence: Confidence;
  readonly clauses: readonly Clause[];
}

/**
 * The outcome of the bar. The candidate meets the bar if every clause is met, and does not meet it if any clause is
 * contradicted. Otherwise, the evidence is not sufficient. The same evidence always gives the same outcome.
 */
export function evaluateBar(rule: AcceptanceRule, evidence: Evidence): BarEvaluation {
  const { quality, confidence, toleratedUnknowns, criticalCasesMustPass, highestCostRatio } = rule;
  const clauses: readonly Clause[] = [
    ...(quality === undefined ? [] : [qualityClause(quality, evidence.table, confidence)]),
    unknownsClause(evidence.unknownPairs, toleratedUnknowns),
    ...(criticalCasesMustPass ? [criticalCasesClause(evidence.criticalCases)] : []),
    ...(highestCostRatio === undefined ? [] : [costRatioClause(evidence.costs, highestCostRatio)]),
  ];
  return { outcome: outcomeOf(clauses), confidence, clauses };
}

function outcomeOf(clauses: readonly Clause[]): DecisionOutcome {
  if (clauses.some(({ state }) => state === 'contradicted')) return 'does_not_meet_bar';
  return clauses.every(({ state }) => state === 'met') ? 'meets_bar' : 'not_enough_evidence';
}

function unknownsClause(unknown: number, tolerated: number): UnknownsClause {
  return { clause: 'unknowns', state: unknown <= tolerated ? 'met' : 'open', unknown, tolerated };
}

/** The clause on critical cases. It is open for a sample without critical cases, which shows nothing about them. */
function criticalCasesClause(cases: Evidence['criticalCases']): CriticalCasesClause {
  const allPassed = cases.passed > 0 && cases.unknown === 0;
  return { clause: 'critical_cases', state: cases.failed > 0 ? 'contradicted' : allPassed ? 'met' : 'open', ...cases };
}

function costRatioClause(costs: CostComparison, highest: string): CostRatioClause {
  if (costs.state === 'absent') return { clause: 'cost_ratio', state: 'open', highest, ratio: costs };
  const bound = parseDecimal(highest);
  if (bound === undefined) throw new DefectError(`The highest cost ratio of a declared rule is no number: ${highest}`);
  const found = { numerator: costs.candidateNanoUsd, denominator: costs.baselineNanoUsd };
  return {
    clause: 'cost_ratio',
    state: isAtMost(found, bound) ? 'met' : 'contradicted',
    highest,
    ratio: { state: 'present', number: formatRatio(found.numerator, found.denominator) },
  };
}
