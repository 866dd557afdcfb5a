import type { EvaluatorKind, OutcomeBasis } from './outcome.ts';

/** The qualities by which an answer is judged. The verdict on each is pass or fail. */
export const OUTCOME_METRICS = [
  'correctness',
  'groundedness',
  'helpfulness',
  'instruction_following',
  'relevance',
  'safety',
  'satisfaction',
] as const;
export type OutcomeMetric = (typeof OUTCOME_METRICS)[number];

/** The metrics that a user's feedback measures: whether the user was satisfied. */
const SATISFACTION_METRICS: readonly OutcomeMetric[] = ['satisfaction'];

/** An evaluator that outcomes may name. */
export interface Evaluator {
  /** The kind of the evaluator and its name within the kind: `judge.correctness`. */
  readonly id: string;
  readonly kind: EvaluatorKind;
  readonly metrics: readonly OutcomeMetric[];
  /** The strongest basis that its outcomes may claim, from any sender. */
  readonly ceiling: OutcomeBasis;
}

/** The evaluator for third-party software, whose claims are not verified. */
export const EXTERNAL_EVALUATOR = 'external.reported';

/**
 * All evaluators. A judge or a check scores exactly one metric, so the id of a configured instance determines its
 * metric.
 */
function evaluators(): Evaluator[] {
  return [
    { id: 'human.label', kind: 'human', metrics: OUTCOME_METRICS, ceiling: 'measured' } as const,
    { id: 'human.feedback', kind: 'human', metrics: SATISFACTION_METRICS, ceiling: 'reported' } as const,
    ...OUTCOME_METRICS.map(
      (metric) => ({ id: `judge.${metric}`, kind: 'judge', metrics: [metric], ceiling: 'measured' }) as const,
    ),
    ...OUTCOME_METRICS.map(
      (metric) => ({ id: `check.${metric}`, kind: 'check', metrics: [metric], ceiling: 'measured' }) as const,
    ),
    { id: EXTERNAL_EVALUATOR, kind: 'external', metrics: OUTCOME_METRICS, ceiling: 'reported' } as const,
  ];
}

/** The evaluator with an id; undefined if the id is not registered. */
export function findEvaluator(id: string): Evaluator | undefined {
  return evaluators().find((evaluator) => evaluator.id === id);
}

/** The ids of all evaluators of the given kinds, in order of registration. */
export function evaluatorIds(...kinds: readonly Evaluator['kind'][]): string[] {
  return evaluators()
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ id }) => id);
}
