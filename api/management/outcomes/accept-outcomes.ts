import type { SentOutcome } from '../../../contracts/judges/outcome-batch.ts';
import type { OutcomeReceipt } from '../../../contracts/judges/outcome-receipt.ts';
import { receiveOutcomes } from '../../../contracts/judges/receive-outcomes.ts';
import type { OutcomeRejection } from '../../../contracts/judges/accept-outcome.ts';
import { requireComposed } from '../../frame/require-composed.ts';
import { writeLines } from '../../frame/writes/write-lines.ts';
import type { OutcomeFormat } from '../../metrics/outcome-metrics.ts';
import { callerCredentialId, type ManagementCaller } from '../access/management-caller.ts';
import type { OutcomePorts } from '../ports/outcome-ports.ts';

/**
 * Accepts outcomes of every format. All accepted outcomes are on the disk when this returns.
 *
 * @throws Refusal `dependency_unavailable` if requests cannot be looked up, or the journal cannot be written
 */
export async function acceptOutcomes(
  ports: OutcomePorts,
  caller: ManagementCaller,
  outcomes: readonly (SentOutcome | OutcomeRejection)[],
  way: OutcomeFormat,
): Promise<OutcomeReceipt> {
  const lookups = requireComposed(ports.outcomeLookups, 'ClickHouse');
  const traffic = requireComposed(ports.traffic, 'journal');
  const teller =
    'session' in caller
      ? { actor: caller.session.userId, userId: caller.session.userId }
      : { actor: callerCredentialId(caller) };
  const { lines, receipt } = await receiveOutcomes(outcomes, teller, lookups);
  await writeLines(traffic, lines, { tenant: teller.actor, key: teller.actor });
  ports.outcomeMetrics?.received(way, receipt);
  return receipt;
}
