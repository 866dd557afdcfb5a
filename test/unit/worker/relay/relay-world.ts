import { Client, Connection } from '@temporalio/client';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';
import type { OutboxKind } from '../../../../store/outbox/enqueue.ts';
import type { OutboxItem, OutboxStore } from '../../../../store/outbox/outbox-store.ts';
import type { RelayParts } from '../../../../worker/relay/drain-outbox.ts';
import { silentLog } from '../../../../testing/silent-log.ts';

/** A client that connects to no server. All methods that a test does not replace fail. */
export function unconnectedClient(): Client {
  const client = new Client({ connection: Connection.lazy() });
  client.withDeadline = (_, call) => call();
  return client;
}

/** The parts of a relay that find no workspace, run or occurrence, except for those that a test gives. */
export function relayParts(parts: Pick<RelayParts, 'client'> & Partial<RelayParts>): RelayParts {
  return {
    outbox: createFakeOutbox([]),
    runStarts: { find: () => Promise.resolve(undefined) },
    dispatcherStarts: { find: () => Promise.resolve(undefined) },
    occurrenceStarts: { find: () => Promise.resolve(undefined) },
    comparisonStarts: { find: () => Promise.resolve(undefined) },
    experimentStarts: { find: () => Promise.resolve(undefined) },
    calibrationStarts: { find: () => Promise.resolve(undefined) },
    clock: { now: () => new Date('2026-03-01T08:00:00.000Z') },
    timeouts: { heartbeatMs: 5_000, attemptMs: 60_000 },
    namesArePlain: true,
    faultPoints: noFaultPoints,
    log: silentLog,
    ...parts,
  };
}

/** An outbox in memory. Leased items stay leased. */
export function createFakeOutbox(
  due: readonly { kind: OutboxKind; workflowId: string }[],
  onSent: (item: OutboxItem) => void = () => undefined,
): OutboxStore {
  let waiting = due.map((item, index): OutboxItem => ({
    outboxId: BigInt(index),
    tries: 0,
    traceparent: null,
    ...item,
  }));
  return {
    lease({ kinds, limit }) {
      const leased = waiting.filter(({ kind }) => kinds.includes(kind)).slice(0, limit);
      waiting = waiting.filter((item) => !leased.includes(item));
      return Promise.resolve(leased);
    },
    markSent(item) {
      onSent(item);
      return Promise.resolve();
    },
    reschedule: (item, error) => Promise.reject(new Error(`${item.workflowId} failed: ${error}`)),
    postpone: (item, error) => Promise.reject(new Error(`${item.workflowId} was put off: ${error}`)),
    counts: () => Promise.resolve({ waiting: waiting.length, oldestWaitingSeconds: 0, dead: 0 }),
  };
}
