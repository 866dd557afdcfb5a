import { Refusal } from '../../../domain/kernel/errors.ts';
import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { OtlpEvaluationsBodySchema } from '../../../contracts/judges/otel/otlp-evaluations.ts';
import { isLargeBody } from '../../bodies/large-bodies.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { createManagementHandler, type ManagementContext } from '../lane/create-management-handler.ts';
import { acceptOutcomes } from './accept-outcomes.ts';
import { readOtelOutcomes } from './read-otel-outcomes.ts';

const NOTHING = new Uint8Array(0);

/** Accepts evaluation results of OpenTelemetry; `payload_too_large` for more results than one request may have. */
export const sendOtelOutcomes = createManagementHandler(JUDGE_OPERATIONS, 'management.outcomes.send_otel', {
  isKept: true,
  gate: requireOtelIngest,
  media: { 'application/json': { schema: OtlpEvaluationsBodySchema } },
  async answer(request, { ports, ...context }) {
    const caller = context.caller.of(request);
    const bytes = Buffer.isBuffer(request.body) ? request.body : NOTHING;
    const turn = { share: callerCredentialId(caller), isGone: () => request.raw.socket.destroyed };
    const outcomes =
      ports.largeBodies !== undefined && isLargeBody(bytes)
        ? await ports.largeBodies.readOtelOutcomes(bytes, turn)
        : readOtelOutcomes(bytes);
    return acceptOutcomes(ports, caller, outcomes, 'otel');
  },
});

/**
 * Requires that results of OpenTelemetry are accepted.
 * @throws Refusal `feature_absent` if the configuration does not enable this
 */
function requireOtelIngest({ ports: { evals } }: ManagementContext): void {
  if (evals.otelIngest) return;
  const detail =
    'This API accepts no outcomes of OpenTelemetry. Set `evals.outcomes.otel_ingest` in its configuration file.';
  throw new Refusal('feature_absent', detail);
}
