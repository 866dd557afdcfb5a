import { Client, Connection } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { noFaultPoints } from '../../../domain/fault-points.ts';
import type { OutboxItem, OutboxStore } from '../../../store/outbox-store.ts';
import { drainOutbox } from '../../../worker/relay.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** An outbox that always has a full batch due, as behind an outage of Temporal. */
function endlessOutbox(onLease: (leases: number) => void): OutboxStore {
  let leases = 0;
  return {
    lease({ kinds, limit }) {
      if (!kinds.includes('start_report_run')) return Promise.resolve([]);
      leases += 1;
      onLease(leases);
      const items = Array.from({ length: limit }, (_, index): OutboxItem => ({
        outboxId: BigInt(index),
        kind: 'start_report_run',
        workflowId: 'rrun',
        tries: 0,
      }));
      return Promise.resolve(items);
    },
    markSent: () => Promise.resolve(),
    reschedule: () => Promise.resolve(),
    postpone: () => Promise.resolve(),
    counts: () => Promise.resolve({ waiting: 0, oldestWaitingSeconds: 0, dead: 0 }),
  };
}

describe('the relay', () => {
  it('stops after the items in hand when it is asked to, however many are due', async () => {
    const stopping = new AbortController();
    const client = new Client({ connection: Connection.lazy() });
    client.withDeadline = () =>
      Promise.reject(Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: '', metadata: {} }));
    let seen = 0;
    await drainOutbox(
      {
        outbox: endlessOutbox((leases) => {
          seen = leases;
          if (leases === 3) stopping.abort();
          if (leases > 3) throw new Error('It went on.');
        }),
        runStarts: { find: () => Promise.resolve(undefined) },
        dispatcherStarts: { find: () => Promise.resolve(undefined) },
        occurrenceStarts: { find: () => Promise.resolve(undefined) },
        client,
        clock: { now: () => new Date() },
        timeouts: { heartbeatMs: 5_000, attemptMs: 60_000 },
        faultPoints: noFaultPoints,
        log: silent,
      },
      stopping.signal,
    );
    expect(seen).toBe(3);
  });
});
