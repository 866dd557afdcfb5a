import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { evaluationEvents } from '../../../contracts/judges/otel/evaluation-events.ts';
import { outcomeOfEvaluation } from '../../../contracts/judges/otel/outcome-of-evaluation.ts';
import { type OtlpEvaluations, OtlpEvaluationsSchema } from '../../../contracts/judges/otel/otlp-evaluations.ts';
import { MOST_EVALUATIONS, type OutcomeReceipt } from '../../../contracts/judges/outcome-receipt.ts';
import { createValidator } from '../../../contracts/wire/validator.ts';
import { readJson } from '../../frame/transport/read-json.ts';
import { TRAFFIC_BODY_LIMITS } from '../../frame/transport/traffic-body-limits.ts';
import type { ManagementCaller } from '../access/management-caller.ts';
import { keepOutcomes, type OutcomePorts } from './keep-outcomes.ts';

/** @throws Refusal `feature_absent` while the configuration does not ask for it */
export function requireOtelIngest({ evals }: Pick<OutcomePorts, 'evals'>): Promise<void> {
  if (evals.otelIngest) return Promise.resolve();
  const detail =
    'This deployment takes no outcomes of OpenTelemetry: set `evals.outcomes.otel_ingest` in its configuration.';
  throw new Refusal('feature_absent', detail);
}

const refusalOf = createValidator(OtlpEvaluationsSchema);

/** @throws Refusal `payload_too_large` for more results than one request may bring */
export function sendOtelOutcomes(
  ports: OutcomePorts,
  caller: ManagementCaller,
  { body }: Pick<FastifyRequest, 'body'>,
): Promise<OutcomeReceipt> {
  // A body is optional, and one that is empty brings nothing.
  const document = Buffer.isBuffer(body) && body.length > 0 ? readJson(body, TRAFFIC_BODY_LIMITS) : {};
  const refusal = refusalOf(document);
  if (refusal !== undefined) throw refusal;
  const events = evaluationEvents(document as OtlpEvaluations);
  if (events.length > MOST_EVALUATIONS)
    throw new Refusal('payload_too_large', `Send at most ${MOST_EVALUATIONS} results in one request.`);
  return keepOutcomes(ports, caller, events.map(outcomeOfEvaluation), 'otel');
}
