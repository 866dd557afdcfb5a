import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OUTBOX_COMMANDS } from '../../../../operator/commands/outbox-commands.ts';
import type { CommandRow } from '../../../../operator/commands/command.ts';
import { createDeadItemStore } from '../../../../store/outbox/dead-item-store.ts';
import { createOutboxStore } from '../../../../store/outbox/outbox-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const NOW = '2026-03-02T08:00:00.000Z';
const START = ['start_report_run'] as const;

let world: StoreWorld;
beforeEach(async () => {
  world = await openStoreWorld(NOW);
});
afterEach(() => world.close());

function run(
  command: 'outbox list' | 'outbox retry',
  values: Record<string, string> = {},
): Promise<readonly CommandRow[]> {
  const ports = { deadItems: createDeadItemStore(world.pool, world.clock) };
  return OUTBOX_COMMANDS[command]!.run(ports, values, world.clock.now());
}

/** Creates an item that Temporal refused twenty times, the last time at `deadAt`. */
async function givenUp(workflowId: string, deadAt: string): Promise<string> {
  const { rows } = await world.pool.query<{ id: bigint }>(
    `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, tries, last_error, dead_at)
     VALUES ('start_report_run', $1, '2026-03-02T07:00:00Z', $2, 20, 'no such namespace', $2)
     RETURNING outbox_id AS id`,
    [workflowId, deadAt],
  );
  return String(rows[0]?.id);
}

describe('a dead outbox item', () => {
  it('is listed with its reason, and restarted with all its attempts on an operator’s request', async () => {
    const older = await givenUp('rrun_older', '2026-03-02T07:20:00.000Z');
    const newer = await givenUp('rrun_newer', '2026-03-02T07:30:00.000Z');
    const row = {
      item: newer,
      kind: 'start_report_run',
      workflow_id: 'rrun_newer',
      created_at: '2026-03-02T07:00:00.000Z',
      given_up_at: '2026-03-02T07:30:00.000Z',
      last_error: 'no such namespace',
    };
    const rest = { ...row, item: older, workflow_id: 'rrun_older', given_up_at: '2026-03-02T07:20:00.000Z' };
    expect(await run('outbox list')).toEqual([row, rest]);

    expect(await run('outbox retry', { item: newer })).toEqual([{ ...row, retried: 'yes' }]);
    expect(await run('outbox list')).toEqual([rest]);
    const outbox = createOutboxStore(world.pool, world.clock);
    expect(await outbox.lease({ kinds: START, limit: 10, leaseMs: 1_000 })).toEqual([
      { outboxId: BigInt(newer), kind: 'start_report_run', workflowId: 'rrun_newer', tries: 0, traceparent: null },
    ]);
  });

  it('is listed in pages, the last given up first, also of one instant', async () => {
    const at = '2026-03-02T07:20:00.000Z';
    const ids = [await givenUp('rrun_1', at), await givenUp('rrun_2', at), await givenUp('rrun_3', at)].reverse();
    ids.unshift(await givenUp('rrun_4', '2026-03-02T07:30:00.000Z'));
    const items = createDeadItemStore(world.pool, world.clock);
    const first = await items.list({ after: undefined, limit: 2 });
    const second = await items.list({ after: first[1], limit: 9 });
    expect([...first, ...second].map(({ outboxId }) => String(outboxId))).toEqual(ids);
  });

  it('is neither a waiting item nor a missing one', async () => {
    const item = await givenUp('rrun_again', '2026-03-02T07:40:00.000Z');
    await run('outbox retry', { item });
    await expect(run('outbox retry', { item })).rejects.toThrow(
      `No item ${item} of the outbox was given up. Check its id with \`outbox list\`.`,
    );
    await expect(run('outbox retry', { item: '999999999' })).rejects.toThrow('No item 999999999 of the outbox');
    await expect(Promise.resolve().then(() => run('outbox retry', { item: 'first' }))).rejects.toThrow(
      '--item must be a whole number, 1 to 999999999.',
    );
  });
});
