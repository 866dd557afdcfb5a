import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { OutcomeReceipt } from '../../../contracts/judges/outcome-receipt.ts';
import { isLargeBody } from '../../bodies/large-bodies.ts';
import { credentialOf, type ManagementCaller } from '../access/management-caller.ts';
import { keepOutcomes, type OutcomePorts } from './keep-outcomes.ts';
import { readOtelOutcomes } from './read-otel-outcomes.ts';

/** @throws Refusal `feature_absent` while the configuration does not ask for it */
export function requireOtelIngest({ evals }: Pick<OutcomePorts, 'evals'>): Promise<void> {
  if (evals.otelIngest) return Promise.resolve();
  const detail = 'This API takes no outcomes of OpenTelemetry: set `evals.outcomes.otel_ingest` in its configuration.';
  throw new Refusal('feature_absent', detail);
}

const NOTHING = new Uint8Array(0);

/** @throws Refusal `payload_too_large` for more results than one request may bring */
export async function sendOtelOutcomes(
  ports: OutcomePorts,
  caller: ManagementCaller,
  { body, raw }: Pick<FastifyRequest, 'body' | 'raw'>,
): Promise<OutcomeReceipt> {
  const bytes = Buffer.isBuffer(body) ? body : NOTHING;
  const turn = { share: credentialOf(caller), isGone: () => raw.socket.destroyed };
  const outcomes =
    ports.largeBodies !== undefined && isLargeBody(bytes)
      ? await ports.largeBodies.readOtelOutcomes(bytes, turn)
      : readOtelOutcomes(bytes);
  return keepOutcomes(ports, caller, outcomes, 'otel');
}
