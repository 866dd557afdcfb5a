import { Refusal } from '../../../domain/kernel/errors.ts';
import { evaluationEvents } from '../../../contracts/judges/otel/evaluation-events.ts';
import { toEvaluationOutcome } from '../../../contracts/judges/otel/to-evaluation-outcome.ts';
import { type OtlpEvaluations, OtlpEvaluationsSchema } from '../../../contracts/judges/otel/otlp-evaluations.ts';
import type { SentOutcome } from '../../../contracts/judges/outcome-batch.ts';
import { MAX_EVALUATIONS } from '../../../contracts/judges/outcome-receipt.ts';
import type { OutcomeRejection } from '../../../contracts/judges/accept-outcome.ts';
import { createValidator } from '../../../contracts/wire/validator.ts';
import { readJson } from '../../frame/transport/read-json.ts';
import { TRAFFIC_BODY_LIMITS } from '../../frame/transport/traffic-body-limits.ts';

const refusalOf = createValidator(OtlpEvaluationsSchema);

/**
 * Reads the evaluation results in an OpenTelemetry body. An empty body has no results.
 *
 * @throws Refusal `validation_failed` for any other body, `payload_too_large` for more results than one request may
 * have
 */
export function readOtelOutcomes(bytes: Uint8Array): (SentOutcome | OutcomeRejection)[] {
  const document = bytes.length > 0 ? readJson(bytes, TRAFFIC_BODY_LIMITS) : {};
  const refusal = refusalOf(document);
  if (refusal !== undefined) throw refusal;
  const events = evaluationEvents(document as OtlpEvaluations);
  if (events.length > MAX_EVALUATIONS)
    throw new Refusal(
      'payload_too_large',
      `The request has too many results. Send at most ${MAX_EVALUATIONS} in one request.`,
    );
  return events.map(toEvaluationOutcome);
}
