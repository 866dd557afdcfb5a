import { isCountedBy, loggedCharge, type CountedWindow } from '../../domain/gateway/governance/logged-amounts.ts';
import type { GrowingSource } from '../../journal/source/event-source.ts';
import type { Journal } from '../../journal/source/journal.ts';
import { LoggedCalls, type CallInLog, type KeyRotations } from '../../journal/lines/logged-calls.ts';
import type { LapsedCounter, LapsedLeaseStore } from '../../store/gateway/lapsed-lease-store.ts';
import { findWriterSegments, journalSources } from './find-writer-segments.ts';

export interface DeadGatewayParts {
  readonly leases: LapsedLeaseStore;
  readonly journal: Pick<Journal, 'logs'>;
  readonly rotations: () => Promise<KeyRotations>;
  readonly log: { info(members: object, sentence: string): void };
}

/**
 * Milliseconds after the end of a lease before it is accounted for. A gateway spends from a lapsed lease for at most 30
 * seconds. After a minute, nothing more of it can be spent, and every line of its calls is written.
 */
export const ACCOUNTING_DELAY_MS = 60_000;

/** A counter, and the sum that the calls of a process came to on it; undefined if the log does not state it. */
interface Sum {
  readonly counter: LapsedCounter;
  readonly window: CountedWindow;
  cameTo: bigint | undefined;
}

/**
 * Charges dead gateways for the amounts in their part of the journal, instead of everything that their leases held.
 * These are the final amounts of calls that ended, and the reservations of the others. A process whose journal cannot
 * be read from its beginning stays charged in full.
 * @returns the number of processes that were accounted for
 */
export async function accountForDeadGateways(parts: DeadGatewayParts): Promise<number> {
  const { leases, log } = parts;
  const found = await leases.find(ACCOUNTING_DELAY_MS);
  if (found.length === 0) return 0;
  const rotations = await parts.rotations();
  const sources = await journalSources(parts.journal);
  let accounted = 0;
  for (const process of new Set(found.map((counter) => counter.process))) {
    const own = findWriterSegments(process, sources);
    if (own === undefined) continue;
    const sums = found.filter((counter) => counter.process === process).map(sumOf);
    await addCalls(sums, own, rotations);
    for (const { counter, cameTo } of sums) {
      if (cameTo === undefined) continue;
      const freed = await leases.account(counter, cameTo);
      log.info({ process, counter: counter.counterId, freed: String(freed) }, 'released the lease of a dead gateway');
    }
    accounted += 1;
  }
  return accounted;
}

function sumOf(counter: LapsedCounter): Sum {
  const { node, unit, from, to } = counter;
  return { counter, window: { node, unit, from: from.getTime(), to: to.getTime() }, cameTo: 0n };
}

async function addCalls(
  sums: readonly Sum[],
  segments: readonly GrowingSource[],
  rotations: KeyRotations,
): Promise<void> {
  const logged = new LoggedCalls(rotations);
  for await (const call of logged.read(segments)) add(sums, call);
  for (const call of logged.open) add(sums, call);
}

function add(sums: readonly Sum[], call: CallInLog): void {
  if (call.end === 'refused') return;
  for (const sum of sums) {
    if (!isCountedBy(sum.window, call)) continue;
    const charge = loggedCharge(sum.window.unit, call, call.end !== undefined);
    sum.cameTo = charge === undefined || sum.cameTo === undefined ? undefined : sum.cameTo + BigInt(charge);
  }
}
