import type { EvaluatorKind, OutcomeBasis } from './outcome.ts';

/** The qualities on which an answer is judged; each is passed or failed. */
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

/** The metrics that a user's feedback says something of: whether they were content. */
const SATISFACTION_METRICS: readonly OutcomeMetric[] = ['satisfaction'];

/** An evaluator that outcomes may name. */
export interface Evaluator {
  /** The kind of the evaluator and its name within it: `judge.correctness`. */
  readonly id: string;
  /** The kind of the evaluator. */
  readonly kind: EvaluatorKind;
  readonly metrics: readonly OutcomeMetric[];
  /** The strongest basis that its outcomes may claim, from any sender. */
  readonly ceiling: OutcomeBasis;
}

/** Software that is not ours, which says what it likes. */
export const EXTERNAL_EVALUATOR = 'external.reported';

/**
 * Every evaluator that there is, by its id. A judge and a check score one metric each, so that a configured instance,
 * which names no metric, is known by its id.
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

/** The evaluator of an id; undefined where none is registered under it. */
export function evaluatorOf(id: string): Evaluator | undefined {
  return evaluators().find((evaluator) => evaluator.id === id);
}

/** The ids of those kinds, in order. */
export function evaluatorIds(...kinds: readonly Evaluator['kind'][]): string[] {
  return evaluators()
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ id }) => id);
}
