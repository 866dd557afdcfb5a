/** The kinds of evaluators: people, models that judge, checks by code, and external software. */
export const EVALUATOR_KINDS = ['human', 'judge', 'check', 'external'] as const;
export type EvaluatorKind = (typeof EVALUATOR_KINDS)[number];

/** The bases of an outcome, weakest first: reported by another system, or measured by the rules of this deployment. */
export const OUTCOME_BASES = ['reported', 'measured'] as const;
export type OutcomeBasis = (typeof OUTCOME_BASES)[number];

/** The verdicts of an evaluator. `abstained`: it examined the answer and did not decide. */
export const EVALUATOR_VERDICTS = ['pass', 'fail', 'abstained'] as const;

/** The verdicts of an outcome: those of an evaluator, and `no_verdict` if a judge was called without a result. */
export const OUTCOME_VERDICTS = [...EVALUATOR_VERDICTS, 'no_verdict'] as const;
