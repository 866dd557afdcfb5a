import type { FigureAbsence } from '../figures/compare-costs.ts';

/** The state of one clause of the bar, by the evidence; an open clause may still go either way. */
export const CLAUSE_STATES = ['met', 'contradicted', 'open'] as const;
export type ClauseState = (typeof CLAUSE_STATES)[number];

/** The kinds of clauses, in the order in which they are listed. */
export const CLAUSES = ['better', 'not_worse', 'unknowns', 'critical_cases', 'cost_ratio'] as const;

/** *Better*, by the exact one-sided McNemar test: met where chance alone is at most as likely as the allowed error. */
export interface BetterClause {
  readonly clause: 'better';
  readonly state: ClauseState;
  readonly test: 'exact_mcnemar_one_sided';
  /** Probability that chance alone shows the candidate this much better. */
  readonly pValue: string;
  /** The same of the baseline: the clause is contradicted where this is at most the allowed error. */
  readonly pValueOfBaseline: string;
  readonly allowedError: string;
}

/** *Not worse by more than a margin*, by Tango's one-sided score bounds of candidate less baseline. */
export interface NotWorseClause {
  readonly clause: 'not_worse';
  readonly state: ClauseState;
  readonly test: 'tango_score_bounds_one_sided';
  readonly margin: string;
  /** Met where it lies above the negative margin. */
  readonly lowerBound: string;
  /** Contradicted where it lies below the negative margin. */
  readonly upperBound: string;
}

/** Cases on which the arms could not be compared. Too many leave it open: an unknown is no failure. */
export interface UnknownsClause {
  readonly clause: 'unknowns';
  readonly state: 'met' | 'open';
  readonly unknown: number;
  readonly tolerated: number;
}

/** Critical cases, by the verdicts of the candidate. */
export interface CriticalCasesClause {
  readonly clause: 'critical_cases';
  readonly state: ClauseState;
  readonly passed: number;
  readonly failed: number;
  readonly unknown: number;
}

/** The cost of the candidate for each unit of the baseline's cost, over comparable cases. */
export interface CostRatioClause {
  readonly clause: 'cost_ratio';
  readonly state: ClauseState;
  readonly highest: string;
  /** Absent with its reason. */
  readonly ratio:
    | { readonly state: 'present'; readonly number: string }
    | { readonly state: 'absent'; readonly reason: FigureAbsence };
}

/** One clause of the bar with the test, bounds and numbers that decide it. */
export type Clause = BetterClause | NotWorseClause | UnknownsClause | CriticalCasesClause | CostRatioClause;
