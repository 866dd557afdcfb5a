import type { EvalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import type { SentOutcome } from '../../../contracts/judges/outcome-batch.ts';
import type { OutcomeReceipt } from '../../../contracts/judges/outcome-receipt.ts';
import { receiveOutcomes, type OutcomeLookups } from '../../../contracts/judges/receive-outcomes.ts';
import type { Turned } from '../../../contracts/judges/told-outcome.ts';
import { composed } from '../../frame/composed.ts';
import { keepLines } from '../../frame/writes/keep-lines.ts';
import type { OutcomeMetrics, OutcomeWay } from '../../metrics/outcome-metrics.ts';
import type { LargeBodies } from '../../bodies/large-bodies.ts';
import type { TrafficPort } from '../../ports/ports.ts';
import { credentialOf, type ManagementCaller } from '../access/management-caller.ts';

/** What outcomes need; a part that is absent is not composed. */
export interface OutcomePorts {
  readonly outcomeLookups?: OutcomeLookups;
  readonly traffic?: TrafficPort;
  readonly largeBodies?: LargeBodies;
  readonly evals: Pick<EvalsSettings, 'otelIngest'>;
  readonly outcomeMetrics?: OutcomeMetrics;
}

/**
 * The one acceptance of outcomes, whichever way they come: what is accepted is on the disk when this returns.
 *
 * @throws Refusal `dependency_unavailable` where requests cannot be looked up, or the journal cannot be written
 */
export async function keepOutcomes(
  ports: OutcomePorts,
  caller: ManagementCaller,
  outcomes: readonly (SentOutcome | Turned)[],
  way: OutcomeWay,
): Promise<OutcomeReceipt> {
  const lookups = composed(ports.outcomeLookups, 'ClickHouse');
  const traffic = composed(ports.traffic, 'journal');
  const teller =
    'session' in caller
      ? { actor: caller.session.userId, userId: caller.session.userId }
      : { actor: credentialOf(caller) };
  const { lines, receipt } = await receiveOutcomes(outcomes, teller, lookups);
  await keepLines(traffic, lines, { tenant: teller.actor, key: teller.actor });
  ports.outcomeMetrics?.received(way, receipt);
  return receipt;
}
