import { Refusal } from '../../../domain/kernel/errors.ts';
import { evaluationEvents } from '../../../contracts/judges/otel/evaluation-events.ts';
import { outcomeOfEvaluation } from '../../../contracts/judges/otel/outcome-of-evaluation.ts';
import { type OtlpEvaluations, OtlpEvaluationsSchema } from '../../../contracts/judges/otel/otlp-evaluations.ts';
import type { SentOutcome } from '../../../contracts/judges/outcome-batch.ts';
import { MOST_EVALUATIONS } from '../../../contracts/judges/outcome-receipt.ts';
import type { Turned } from '../../../contracts/judges/told-outcome.ts';
import { createValidator } from '../../../contracts/wire/validator.ts';
import { readJson } from '../../frame/transport/read-json.ts';
import { TRAFFIC_BODY_LIMITS } from '../../frame/transport/traffic-body-limits.ts';

const refusalOf = createValidator(OtlpEvaluationsSchema);

/**
 * The results of evaluations that a body of OpenTelemetry holds. A body is optional, and one that is empty brings nothing.
 *
 * @throws Refusal `validation_failed` for a body that is none, `payload_too_large` for more results than one request may bring
 */
export function readOtelOutcomes(bytes: Uint8Array): (SentOutcome | Turned)[] {
  const document = bytes.length > 0 ? readJson(bytes, TRAFFIC_BODY_LIMITS) : {};
  const refusal = refusalOf(document);
  if (refusal !== undefined) throw refusal;
  const events = evaluationEvents(document as OtlpEvaluations);
  if (events.length > MOST_EVALUATIONS)
    throw new Refusal('payload_too_large', `Send at most ${MOST_EVALUATIONS} results in one request.`);
  return events.map(outcomeOfEvaluation);
}
