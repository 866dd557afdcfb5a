/** The kinds of evaluators: people, models that judge, checks by code, and external software. */
export const EVALUATOR_KINDS = ['human', 'judge', 'check', 'external'] as const;
export type EvaluatorKind = (typeof EVALUATOR_KINDS)[number];

/**
 * The bases of an outcome, the weaker first: reported by another system, or measured under this deployment's own rules.
 */
export const OUTCOME_BASES = ['reported', 'measured'] as const;
export type OutcomeBasis = (typeof OUTCOME_BASES)[number];

/** The verdicts of an evaluator. One that abstains has looked at the answer and did not decide. */
export const EVALUATOR_VERDICTS = ['pass', 'fail', 'abstained'] as const;

/** The verdicts of an outcome: the evaluator's, or `no_verdict` if a judge was asked and gave none. */
export const OUTCOME_VERDICTS = [...EVALUATOR_VERDICTS, 'no_verdict'] as const;
