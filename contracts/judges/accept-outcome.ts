import { basisCeiling, isWithinCeiling } from '../../domain/judges/basis-ceiling.ts';
import { normalizePerson } from '../../domain/judges/normalize-person.ts';
import { findEvaluator, type Evaluator } from '../../domain/judges/evaluators.ts';
import type { EvaluationOutcome } from '../ingest/events/evaluation-outcome.ts';
import type { SentOutcome } from './outcome-batch.ts';
import type { OutcomeRefusal } from './outcome-receipt.ts';

/** The sender of outcomes: a credential, and the user of a session. */
export interface OutcomeSource {
  readonly actor: string;
  readonly userId?: string;
}

/** The content of an outcome whose request is not looked up yet. */
export type AcceptedOutcome = Omit<EvaluationOutcome, keyof OutcomeRequest | 'event' | 'schema'>;

/** The members that an outcome copies from its request. */
export type OutcomeRequest = Pick<
  EvaluationOutcome,
  | 'scope'
  | 'purpose'
  | 'logical_request_id'
  | 'release_id'
  | 'route_id'
  | 'trace_id'
  | 'team_id'
  | 'input_size_bucket'
  | 'admitted_at'
>;

/** The reason why an outcome is refused, without its index. */
export type OutcomeRejection = Omit<OutcomeRefusal, 'index'>;

/** Checks a sent outcome against the registry of evaluators and against its sender. */
export function acceptOutcome(
  sent: SentOutcome,
  source: OutcomeSource,
): { readonly accepted: AcceptedOutcome } | OutcomeRejection {
  const evaluator = findEvaluator(sent.evaluator_id);
  if (evaluator === undefined)
    return {
      reason: 'unknown_evaluator',
      detail: '`evaluator_id` does not name an evaluator of the registry. Check its spelling.',
    };
  const { id, kind } = evaluator;
  const ceiling = basisCeiling(evaluator, source.userId === undefined ? 'software' : 'person');
  const { basis = ceiling } = sent;
  const annotator = sent.annotator ?? (kind === 'human' ? source.userId : undefined);
  const rejection = rejectionOf(sent, evaluator);
  if (rejection !== undefined) return rejection;
  if (!isWithinCeiling(basis, ceiling))
    return {
      reason: 'basis_too_high',
      detail: `With this credential, outcomes of ${id} can have at most the basis ${ceiling}. Lower \`basis\`, or omit it.`,
    };
  if (kind === 'human' && annotator !== undefined && isForeign(annotator, source))
    return { reason: 'foreign_annotator', detail: 'A user can label only in their own name. Omit `annotator`.' };
  const who = { evaluator_id: id, evaluator_kind: kind, basis, actor: source.actor, ...(annotator && { annotator }) };
  return { accepted: { ...statementOf(sent), ...who } };
}

function isForeign(annotator: string, { userId }: OutcomeSource): boolean {
  return userId !== undefined && normalizePerson(annotator) !== normalizePerson(userId);
}

function rejectionOf(sent: SentOutcome, { id, kind, metrics }: Evaluator): OutcomeRejection | undefined {
  if (!metrics.some((metric) => metric === sent.metric))
    return {
      reason: 'unknown_metric',
      detail: `The evaluator ${id} does not evaluate this metric. Use one of ${metrics.join(', ')}.`,
    };
  if ((sent.judge !== undefined) === (kind === 'judge')) return undefined;
  return {
    reason: 'broken_rule',
    detail: 'Outcomes of judges need `judge`, and other outcomes must not have it. Add `judge`, or omit it.',
  };
}

/** The content of an outcome, without its sender. */
function statementOf(sent: SentOutcome): Omit<AcceptedOutcome, 'evaluator_id' | 'evaluator_kind' | 'basis' | 'actor'> {
  const { outcome_id, metric, occurred_at, verdict, score, judge, swap } = sent;
  return {
    outcome_id,
    metric,
    occurred_at,
    ...(verdict !== undefined && { verdict }),
    ...(score !== undefined && { score }),
    ...(judge && judgeOf(sent.evaluator_id, judge)),
    ...(swap && { swap_shown_first: swap.shown_first, swap_shown_swapped: swap.shown_swapped }),
  };
}

function judgeOf(
  judgeId: string,
  { model, prompt_sha, eval_ver, certainty, is_split }: NonNullable<SentOutcome['judge']>,
): Partial<AcceptedOutcome> {
  return {
    judge_id: judgeId,
    judge_model: model,
    judge_prompt_sha: prompt_sha,
    judge_eval_ver: eval_ver,
    ...(certainty !== undefined && { judge_certainty: certainty }),
    ...(is_split !== undefined && { panel_split: is_split }),
  };
}
