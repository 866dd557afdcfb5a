import { EXTERNAL_EVALUATOR } from '../../../domain/judges/evaluators.ts';
import type { SentOutcome } from '../outcome-batch.ts';
import type { OutcomeRejection } from '../accept-outcome.ts';
import type { EvaluationEvent } from './evaluation-events.ts';

const NAME = ['gen_ai.evaluation.name'];
const SCORE = ['gen_ai.evaluation.score.value'];
const LABEL = ['gen_ai.evaluation.score.label'];
/** The attribute with the request id, if it differs from the ids of the span. */
const REQUEST = ['truetally.request_id'];

const NANOS_OF_A_MS = 1_000_000n;

/**
 * The result of an evaluation as an outcome. Other attributes, such as its cost, are ignored. So is a label other than
 * `pass` and `fail`, because only the evaluator knows its meaning.
 */
export function toEvaluationOutcome({
  traceId,
  spanId,
  timeNanos,
  attributes,
}: EvaluationEvent): SentOutcome | OutcomeRejection {
  const span = traceId === '' || spanId === '' ? undefined : `${traceId}-${spanId}`;
  const request = attributes.text(REQUEST) ?? span;
  if (request === undefined)
    return {
      reason: 'unknown_request',
      detail: 'The event does not name a span or a request. Set `truetally.request_id`.',
    };
  const name = attributes.text(NAME);
  if (name === undefined)
    return { reason: 'unknown_metric', detail: 'The event names no metric. Set `gen_ai.evaluation.name`.' };
  if (!/^[1-9]\d{17,18}$/.test(timeNanos))
    return { reason: 'broken_rule', detail: 'The event has no time. Set `timeUnixNano`.' };
  const label = attributes.text(LABEL)?.toLowerCase();
  const score = attributes.real(SCORE);
  return {
    req_id: request,
    outcome_id: `otel:${name}:${timeNanos}`.slice(0, 120),
    evaluator_id: EXTERNAL_EVALUATOR,
    metric: metricOf(name),
    basis: 'reported',
    occurred_at: new Date(Number(BigInt(timeNanos) / NANOS_OF_A_MS)).toISOString(),
    ...((label === 'pass' || label === 'fail') && { verdict: label }),
    ...(score !== undefined && { score }),
  };
}

/** The metric of an evaluation, whose name is written like `IntentResolution`. */
function metricOf(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/[ -]/g, '_')
    .toLowerCase();
}
