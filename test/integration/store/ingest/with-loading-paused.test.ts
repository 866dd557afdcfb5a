import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { Clock } from '../../../../domain/kernel/clock.ts';
import { withLoadingPaused } from '../../../../store/ingest/with-loading-paused.ts';
import type { PlannedBatch } from '../../../../store/ingest/planning/batch-plan.ts';
import { createIngestBatchStore } from '../../../../store/ingest/ingest-batch-store.ts';
import { createIngestSourceStore, type SourceIdentity } from '../../../../store/ingest/ingest-source-store.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/engines/database.ts';
import '../../../../testing/engines/provided-context.ts';
import { EMPTY_PLAN } from '../../../../testing/ingest/empty-plan.ts';

let database: TestDatabase;
let now: Date;
const clock: Clock = { now: () => now };

beforeEach(async () => {
  now = new Date('2026-03-01T00:00:00Z');
  database = await createTestDatabase(inject('databaseUrl'));
});
afterEach(() => database.drop());

const sourceOf = (name: string): SourceIdentity => ({ id: `journal:${name}`, kind: 'journal', location: `/${name}` });

/** Leases a source and plans a batch of it, like an indexer before it loads the batch. */
async function planBatch(source: SourceIdentity): Promise<PlannedBatch> {
  await createIngestSourceStore(database.pool, clock).lease(source, 'indexer');
  const planned = await createIngestBatchStore(database.pool, clock).plan(
    'indexer',
    { sourceId: source.id, firstOffset: 0n, lastOffset: 10n, lineCount: 1, workspaceIds: [] },
    () => Promise.resolve(EMPTY_PLAN),
  );
  if (planned === undefined) throw new Error('the lease was lost');
  return planned;
}

it('grants no lease until the work has ended, even for a new source', async () => {
  const sources = createIngestSourceStore(database.pool, clock);
  await sources.lease(sourceOf('known'), 'indexer');
  await sources.release('journal:known', 'indexer');
  const order: string[] = [];
  let leases: Promise<unknown> = Promise.resolve();
  await withLoadingPaused(database.pool, clock, async () => {
    leases = Promise.all(
      ['known', 'new'].map(async (name) => {
        await sources.lease(sourceOf(name), 'indexer');
        order.push(`lease of ${name}`);
      }),
    );
    // Both statements wait for the lock by now, and other statements are answered.
    await untilWaiting(2);
    order.push('work');
  });
  await leases;
  expect(order[0]).toBe('work');
  expect([...order.slice(1)].sort()).toEqual(['lease of known', 'lease of new']);
});

it('waits for a batch that is being loaded', async () => {
  const batch = await planBatch(sourceOf('under-way'));
  const batches = createIngestBatchStore(database.pool, clock);
  let loaded = false;
  const work = withLoadingPaused(database.pool, clock, async () => {
    expect(loaded).toBe(true);
    return batches.unloaded();
  });
  await untilLocked();
  loaded = true;
  await batches.markLoaded([{ batch, reach: [] }]);
  expect(await work).toEqual([]);
});

it('waits at most for the lease of a batch whose loader has died', async () => {
  const batch = await planBatch(sourceOf('dead'));
  const work = withLoadingPaused(database.pool, clock, () => createIngestBatchStore(database.pool, clock).unloaded());
  await untilLocked();
  now = new Date(now.getTime() + 20_000);
  expect(await work).toEqual([batch.batchId]);
});

it('takes the lease from a loader that seemed dead, so that it does not insert rows from before the work', async () => {
  await planBatch(sourceOf('slow'));
  const sources = createIngestSourceStore(database.pool, clock);
  await sources.lease(sourceOf('reading'), 'indexer');
  now = new Date(now.getTime() + 20_000);
  await withLoadingPaused(database.pool, clock, () => Promise.resolve());
  expect(await sources.renew('journal:slow', 'indexer')).toBe(false);
  expect(await sources.renew('journal:reading', 'indexer')).toBe(true);
});

it('lets loading continue if the work fails', async () => {
  await expect(withLoadingPaused(database.pool, clock, () => Promise.reject(new Error('stop')))).rejects.toThrow(
    'stop',
  );
  const lease = await createIngestSourceStore(database.pool, clock).lease(sourceOf('after'), 'indexer');
  expect(lease).toEqual({ nextOffset: 0n, finished: false });
});

const LOCKS = `FROM pg_locks JOIN pg_class ON pg_class.oid = relation
  WHERE relname = 'ingest_sources' AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

async function untilWaiting(count: number): Promise<void> {
  await expect.poll(async () => (await database.pool.query(`SELECT ${LOCKS} AND NOT granted`)).rowCount).toBe(count);
}

async function untilLocked(): Promise<void> {
  await expect
    .poll(async () => (await database.pool.query(`SELECT ${LOCKS} AND mode = 'ExclusiveLock' AND granted`)).rowCount)
    .toBe(1);
}
