import type { FigureAbsence } from '../figures/compare-costs.ts';

/** The states of a clause, by the evidence. `open`: more evidence could meet or contradict it. */
export const CLAUSE_STATES = ['met', 'contradicted', 'open'] as const;
export type ClauseState = (typeof CLAUSE_STATES)[number];

/** The kinds of clauses, in display order. */
export const CLAUSES = ['better', 'not_worse', 'unknowns', 'critical_cases', 'cost_ratio'] as const;

/**
 * The clause *better*, tested by the exact one-sided McNemar test. It is met if the p-value is at most the allowed
 * error.
 */
export interface BetterClause {
  readonly clause: 'better';
  readonly state: ClauseState;
  readonly test: 'exact_mcnemar_one_sided';
  /** The p-value of the candidate: the probability that chance alone makes it look at least this much better. */
  readonly pValue: string;
  /** The p-value of the baseline. The clause is contradicted if it is at most the allowed error. */
  readonly pValueOfBaseline: string;
  readonly allowedError: string;
}

/**
 * The clause *not worse by more than a margin*, tested by Tango's one-sided score bounds of candidate minus baseline.
 */
export interface NotWorseClause {
  readonly clause: 'not_worse';
  readonly state: ClauseState;
  readonly test: 'tango_score_bounds_one_sided';
  readonly margin: string;
  /** The lower bound. The clause is met if it is above the negative margin. */
  readonly lowerBound: string;
  /** The upper bound. The clause is contradicted if it is below the negative margin. */
  readonly upperBound: string;
}

/**
 * The clause on cases that cannot be compared. With too many of them, it is open, because an unknown verdict is not a
 * failure.
 */
export interface UnknownsClause {
  readonly clause: 'unknowns';
  readonly state: 'met' | 'open';
  readonly unknown: number;
  readonly tolerated: number;
}

/** The clause on critical cases, with their counts by the verdict of the candidate. */
export interface CriticalCasesClause {
  readonly clause: 'critical_cases';
  readonly state: ClauseState;
  readonly passed: number;
  readonly failed: number;
  readonly unknown: number;
}

/** The clause on the cost of the candidate per unit of the baseline's cost, over comparable cases. */
export interface CostRatioClause {
  readonly clause: 'cost_ratio';
  readonly state: ClauseState;
  readonly highest: string;
  /** The ratio, or the reason why it is absent. */
  readonly ratio:
    | { readonly state: 'present'; readonly number: string }
    | { readonly state: 'absent'; readonly reason: FigureAbsence };
}

/** A clause of the bar, with the test, the bounds and the numbers that decide it. */
export type Clause = BetterClause | NotWorseClause | UnknownsClause | CriticalCasesClause | CostRatioClause;
