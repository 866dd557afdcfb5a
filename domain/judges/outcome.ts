/** What evaluates answers: people, models that judge, checks by code, and software that is not ours. */
export const EVALUATOR_KINDS = ['human', 'judge', 'check', 'external'] as const;
export type EvaluatorKind = (typeof EVALUATOR_KINDS)[number];

/** How an outcome is known, the weaker first: passed on as somebody's word, or measured under this deployment's own rules. */
export const OUTCOME_BASES = ['reported', 'measured'] as const;
export type OutcomeBasis = (typeof OUTCOME_BASES)[number];

/** What an evaluator says in the end; who abstains has looked, and would not say. */
export const EVALUATOR_VERDICTS = ['pass', 'fail', 'abstained'] as const;

/** What an outcome tells: what its evaluator says, or that a judge was asked and gave no verdict. */
export const OUTCOME_VERDICTS = [...EVALUATOR_VERDICTS, 'no_verdict'] as const;
