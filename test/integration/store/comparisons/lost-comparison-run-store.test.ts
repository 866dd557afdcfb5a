import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createComparisonRunTransitions } from '../../../../store/comparisons/comparison-run-transitions.ts';
import {
  createLostComparisonRunStore,
  type LostComparisonRunStore,
} from '../../../../store/comparisons/lost-comparison-run-store.ts';
import { makeCaseContent } from '../../../../testing/api/made-case.ts';
import { makeComparisonSetup, queueRun, type ComparisonSetup } from '../../../../testing/comparisons/started-run.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const STALE_MS = 120_000;

let world: StoreWorld;
let lost: LostComparisonRunStore;
let setup: ComparisonSetup;

beforeAll(async () => {
  world = await openStoreWorld();
  lost = createLostComparisonRunStore(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('DELETE FROM workflow_outbox');
  await world.pool.query("UPDATE comparison_runs SET state = 'abandoned', ended_at = $1 WHERE ended_at IS NULL", [
    world.clock.now(),
  ]);
  setup = await makeComparisonSetup(world, await makeTenancy(world));
});

const queue = (): Promise<string> => queueRun(world, setup, { cases: [makeCaseContent()], ceiling: 1_000n });
const begin = (runId: string) => createComparisonRunTransitions(world.pool, world.clock).begin(runId);

async function ordered(): Promise<string[]> {
  const { rows } = await world.pool.query<{ line: string }>(
    "SELECT kind || ' ' || workflow_id AS line FROM workflow_outbox ORDER BY workflow_id",
  );
  return rows.map(({ line }) => line);
}

describe('runs without progress', () => {
  it('get a new start order after a time, queued or begun', async () => {
    const queued = await queue();
    const begun = await queue();
    await begin(begun);
    world.clock.set('2026-03-02T08:01:59.999Z');
    expect(await lost.startStaleAgain(STALE_MS)).toEqual([]);
    expect(await ordered()).toEqual([]);

    world.clock.set('2026-03-02T08:02:00.000Z');
    const both = [queued, begun].sort();
    expect((await lost.startStaleAgain(STALE_MS)).sort()).toEqual(both);
    expect(await ordered()).toEqual(both.map((runId) => `start_comparison_run ${runId}`));
  });

  it('count as touched by that, and are left alone while their start is in progress', async () => {
    const runId = await queue();
    world.clock.set('2026-03-02T08:02:00.000Z');
    expect(await lost.startStaleAgain(STALE_MS)).toEqual([runId]);
    expect(await lost.startStaleAgain(STALE_MS)).toEqual([]);

    world.clock.set('2026-03-02T08:04:00.000Z');
    expect(await lost.startStaleAgain(STALE_MS)).toEqual([]);
    await world.pool.query('UPDATE workflow_outbox SET sent_at = $1', [world.clock.now()]);
    expect(await lost.startStaleAgain(STALE_MS)).toEqual([runId]);
  });

  it('get a new order if the start is dead', async () => {
    const runId = await queue();
    world.clock.set('2026-03-02T08:02:00.000Z');
    await lost.startStaleAgain(STALE_MS);
    await world.pool.query('UPDATE workflow_outbox SET dead_at = $1', [world.clock.now()]);
    world.clock.set('2026-03-02T08:04:00.000Z');
    expect(await lost.startStaleAgain(STALE_MS)).toEqual([runId]);
  });

  it('are ignored before their start and after their end', async () => {
    const ended = await queue();
    await createComparisonRunTransitions(world.pool, world.clock).abandon(ended);
    const planned = await queue();
    await world.pool.query(
      `UPDATE comparison_runs SET state = 'preflight', queued_at = NULL, started_by = NULL, spend_ceiling_nano_usd = NULL
       WHERE run_id = $1`,
      [planned],
    );
    world.clock.set('2026-03-03T08:00:00.000Z');
    expect(await lost.startStaleAgain(STALE_MS)).toEqual([]);
  });

  it('are each ordered by one of two concurrent reconcilers', async () => {
    const runIds = await Promise.all([queue(), queue(), queue()]);
    world.clock.set('2026-03-02T08:02:00.000Z');
    const found = await Promise.all([lost.startStaleAgain(STALE_MS), lost.startStaleAgain(STALE_MS)]);
    expect(found.flat().sort()).toEqual([...runIds].sort());
    expect(await ordered()).toHaveLength(3);
  });
});
