import { describe, expect, it } from 'vitest';
import type { OutboxKind } from '../../../../store/outbox/enqueue.ts';
import type { OutboxItem, OutboxStore } from '../../../../store/outbox/outbox-store.ts';
import { drainOutbox } from '../../../../worker/relay/drain-outbox.ts';
import { createFakeOutbox, relayParts, unconnectedClient } from './relay-world.ts';

/** An outbox that always has a full batch due, as after an outage of Temporal. */
function endlessOutbox(onLease: (leases: number) => void): OutboxStore {
  let leases = 0;
  return {
    ...createFakeOutbox([]),
    lease({ kinds, limit }) {
      if (!kinds.includes('start_report_run')) return Promise.resolve([]);
      leases += 1;
      onLease(leases);
      const items = Array.from({ length: limit }, (_, index): OutboxItem => ({
        outboxId: BigInt(index),
        kind: 'start_report_run',
        workflowId: 'rrun',
        tries: 0,
        traceparent: null,
      }));
      return Promise.resolve(items);
    },
    postpone: () => Promise.resolve(),
  };
}

/** All kinds with a workflow each; the compiler checks that the list is complete. */
const WORKFLOWS: Readonly<Record<OutboxKind, string>> = {
  start_report_run: 'rrun_1',
  cancel_report_run: 'rrun_2',
  nudge_dispatcher: 'ws_1',
  cancel_occurrence: 'rocc_1',
  show_missed_occurrence: 'rocc_2',
  start_comparison_run: 'crun_1',
  cancel_comparison_run: 'crun_2',
  start_experiment_run: 'qrun_1',
  cancel_experiment_run: 'qrun_2',
  start_calibration_fit: 'cfit_1',
};

const forever = new AbortController().signal;

const burst = (kind: OutboxKind, length: number): { kind: OutboxKind; workflowId: string }[] =>
  Array.from({ length }, (_, index) => ({ kind, workflowId: `${kind}-${index}` }));

describe('the relay', () => {
  it('stops after the current items on request, with any number due', async () => {
    const stopping = new AbortController();
    const client = unconnectedClient();
    client.withDeadline = () =>
      Promise.reject(Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: '', metadata: {} }));
    let seen = 0;
    const outbox = endlessOutbox((leases) => {
      seen = leases;
      if (leases === 3) stopping.abort();
      if (leases > 3) throw new Error('It went on.');
    });
    await drainOutbox(relayParts({ client, outbox }), stopping.signal);
    expect(seen).toBe(3);
  });

  it('sends every kind', async () => {
    const sent: string[] = [];
    const client = unconnectedClient();
    client.workflow.getHandle = () => ({ cancel: () => Promise.resolve({}) }) as never;
    const due = Object.entries(WORKFLOWS).map(([kind, workflowId]) => ({ kind: kind as OutboxKind, workflowId }));
    const outbox = createFakeOutbox(due, ({ workflowId }) => sent.push(workflowId));
    await drainOutbox(relayParts({ client, outbox }), forever);
    expect(sent.sort()).toEqual(Object.values(WORKFLOWS).sort());
  });

  it.each<{ of: OutboxKind; first: OutboxKind }>([
    { of: 'nudge_dispatcher', first: 'start_report_run' },
    { of: 'nudge_dispatcher', first: 'cancel_occurrence' },
    { of: 'show_missed_occurrence', first: 'start_report_run' },
    { of: 'show_missed_occurrence', first: 'nudge_dispatcher' },
    { of: 'start_calibration_fit', first: 'start_report_run' },
    { of: 'start_calibration_fit', first: 'start_experiment_run' },
    { of: 'start_calibration_fit', first: 'nudge_dispatcher' },
    { of: 'show_missed_occurrence', first: 'start_calibration_fit' },
  ])('lets no burst of $of delay a $first', async ({ of, first }) => {
    const sent: OutboxKind[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const outbox = createFakeOutbox([...burst(of, 100), ...burst(first, 1)], ({ kind }) => {
      sent.push(kind);
      if (kind === first) release();
    });
    const client = unconnectedClient();
    client.workflow.getHandle = () => ({ cancel: () => Promise.resolve({}) }) as never;
    // The complete burst hangs until the other item was sent. If that item waited for the burst, neither would end.
    const find = async (id: string): Promise<undefined> => {
      if (id.startsWith(of)) await released;
      return undefined;
    };
    const starts = { dispatcherStarts: { find }, occurrenceStarts: { find }, calibrationStarts: { find } };
    const parts = relayParts({ client, outbox, ...starts });
    await drainOutbox(parts, forever);
    expect(sent).toHaveLength(101);
    expect(sent[0]).toBe(first);
  });
});
