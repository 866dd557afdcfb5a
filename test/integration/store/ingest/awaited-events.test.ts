import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BatchPlan, PlannedBatch } from '../../../../store/ingest/planning/batch-plan.ts';
import { createGapStore, type KnownGap } from '../../../../store/ingest/gap-store.ts';
import { createIngestBatchStore } from '../../../../store/ingest/ingest-batch-store.ts';
import { createIngestSourceStore } from '../../../../store/ingest/ingest-source-store.ts';
import { createQuarantineStore } from '../../../../store/ingest/quarantine-store.ts';
import { createRetentionSweepStore } from '../../../../store/installation/retention-sweep-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { EMPTY_PLAN } from '../../../../testing/ingest/empty-plan.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

const PLANNED = '2026-03-02T08:00:00.000Z';
const AT = Date.parse('2026-03-01T00:00:00.000Z');

let world: StoreWorld;
let tenancy: Tenancy;
let other: Tenancy;
beforeAll(async () => {
  world = await openStoreWorld(PLANNED);
});
beforeEach(async () => {
  world.clock.set(PLANNED);
  await world.pool.query('DELETE FROM ingest_quarantine');
  [tenancy, other] = [await makeTenancy(world), await makeTenancy(world)];
});
afterAll(() => world.close());

/** A gap of one millisecond for each entry: its tenancy, and the positions of its lines. */
type Gaps = readonly (readonly [Tenancy, ...number[]])[];

interface Lines {
  /** The hashes of lines in quarantine, by their positions. */
  readonly aside?: readonly string[];
  readonly unkept?: readonly number[];
  readonly gaps?: Gaps;
  /** The hashes of its events, whose positions are after those of the lines in quarantine. */
  readonly events?: readonly string[];
}

/** Plans a batch, and returns the events that it was asked for: none, some by their hashes, or all. */
async function plan(lines: Lines): Promise<{ batch: PlannedBatch; asked: 'nothing' | 'all' | readonly string[] }> {
  const { aside = [], unkept = [], gaps = [], events = [] } = lines;
  const source = { id: `journal:${newId('request')}`, kind: 'journal', location: '/nowhere' } as const;
  await createIngestSourceStore(world.pool, world.clock).lease(source, 'test');
  let asked: 'nothing' | 'all' | readonly string[] = 'nothing';
  const decided: BatchPlan = {
    ...EMPTY_PLAN,
    quarantined: aside.map((eventHash, index) => ({
      index,
      reason: 'wrong_shape',
      detail: '',
      lineStart: '',
      eventHash,
    })),
    unkept,
    gaps: gaps.map(([{ organizationId, workspaceId }, ...places], index) => ({
      organizationId,
      workspaceId,
      environmentId: undefined,
      producerClass: 'gateway_journal',
      fromMs: AT + index,
      toMs: AT + index + 1,
      cause: 'quarantined',
      reason: 'unreadable',
      lines: places,
    })),
    events: (among) => {
      asked = among === undefined ? 'all' : among.toSorted();
      const known = events.map((hash, index) => [hash, aside.length + index] as const);
      return new Map(known.filter(([hash]) => among?.includes(hash) ?? true));
    },
  };
  const lineCount = aside.length + unkept.length + events.length;
  const block = { sourceId: source.id, firstOffset: 0n, lastOffset: 9n, lineCount, workspaceIds: [] };
  const batch = await createIngestBatchStore(world.pool, world.clock).plan('test', block, () =>
    Promise.resolve(decided),
  );
  return { batch: batch!, asked };
}

const gaps = () => createGapStore(world.pool, world.clock);
const openGaps = ({ workspaceId }: Tenancy): Promise<KnownGap[]> =>
  gaps().list({ workspaceId, closed: false, before: undefined, limit: 10 });

describe('a batch is searched for events of quarantined lines', () => {
  it('by the missing events if they are fewer, and otherwise by its own events', async () => {
    expect((await plan({ events: ['1', '2'] })).asked).toBe('nothing');
    await plan({
      aside: ['1', '2', '3'],
      gaps: [
        [tenancy, 0],
        [tenancy, 1, 2],
      ],
    });
    expect((await plan({ events: ['7', '8', '1'] })).asked).toEqual(['1', '2', '3']);
    expect((await openGaps(tenancy)).map(({ lines }) => lines)).toEqual([2]);
    expect((await plan({ events: ['3'] })).asked).toBe('all');
    expect((await openGaps(tenancy)).map(({ lines }) => lines)).toEqual([2]);
    expect((await plan({ events: ['2'] })).asked).toEqual(['2']);
    expect(await openGaps(tenancy)).toEqual([]);
    expect((await plan({ events: ['2'] })).asked).toBe('nothing');
  });

  it('without lines that leave no gap, or whose gap belongs to a line without a stored text', async () => {
    await plan({ aside: ['1', '2'], unkept: [2], gaps: [[tenancy, 1, 2]] });
    expect((await plan({ events: ['1', '2'] })).asked).toBe('nothing');
    expect((await openGaps(tenancy)).map(({ lines }) => lines)).toEqual([2]);
  });

  it('without discarded lines, whose time stays disclosed', async () => {
    const { batch } = await plan({ aside: ['1', '2'], gaps: [[tenancy, 0, 1]] });
    await createQuarantineStore(world.pool, world.clock).discard(batch.firstSeq, 'it never comes again');
    expect((await plan({ events: ['1', '2'] })).asked).toEqual(['2']);
    expect((await plan({ events: ['1'] })).asked).toBe('nothing');
    expect((await openGaps(tenancy)).map(({ lines }) => lines)).toEqual([2]);
  });

  it('without lines whose gap a person has closed, if no other gap exists for them', async () => {
    await plan({
      aside: ['1', '2'],
      gaps: [
        [tenancy, 0],
        [tenancy, 1],
        [other, 1],
      ],
    });
    for (const { gapId } of await openGaps(tenancy)) await gaps().close(gapId, 'nothing was sent');
    expect((await plan({ events: ['7', '8'] })).asked).toEqual(['2']);
    const [last] = await openGaps(other);
    await gaps().close(last!.gapId, 'nothing was sent');
    expect((await plan({ events: ['1', '2'] })).asked).toBe('nothing');
  });
});

describe('a quarantined line', () => {
  const sweeps = () => createRetentionSweepStore(world.pool, world.clock, { auditDays: 400 });
  const places = async ({ sourceId }: PlannedBatch): Promise<number[]> => {
    const [batch] = await createIngestBatchStore(world.pool, world.clock).planned(sourceId);
    return [...batch!.quarantined].toSorted();
  };

  /** The days on which the stored lines went to quarantine, newest first. */
  const kept = async (): Promise<string[]> => {
    const page = { reason: undefined, discarded: false, before: undefined, limit: 10 };
    const lines = await createQuarantineStore(world.pool, world.clock).list(page);
    return lines.map(({ setAsideAt }) => setAsideAt.toISOString().slice(0, 10));
  };

  it('is removed after 30 days, and the data of its batch and its gap remain', async () => {
    world.clock.set('2026-02-01T08:00:00.000Z');
    await plan({ aside: ['1'] });
    world.clock.set(PLANNED);
    const { batch } = await plan({ aside: ['1', '2', '3'], unkept: [5], gaps: [[tenancy, 0, 1, 2]] });
    const gap = await openGaps(tenancy);
    world.clock.set('2026-03-03T08:00:00.000Z');
    const younger = await plan({ aside: ['9'] });
    const remove = (): Promise<number> => sweeps().removeFromInstallation('quarantined_lines', 2);

    world.clock.set('2026-04-01T07:59:59.999Z');
    expect(await remove()).toBe(1);
    expect(await places(batch)).toEqual([0, 1, 2, 5]);
    expect(await kept()).toEqual(['2026-03-03', '2026-03-02', '2026-03-02', '2026-03-02']);

    world.clock.set('2026-04-01T08:00:00.000Z');
    expect(await remove()).toBe(2);
    // The remaining line does not close the gap of the removed lines.
    await plan({ events: ['3', '4'] });
    expect(await openGaps(tenancy)).toEqual(gap);
    expect(await remove()).toBe(1);
    expect(await kept()).toEqual(['2026-03-03']);
    expect(await places(batch)).toEqual([0, 1, 2, 5]);
    expect(await places(younger.batch)).toEqual([0]);
    expect(await createIngestBatchStore(world.pool, world.clock).totals(batch.sourceId)).toMatchObject({
      quarantined: 4,
      firstQuarantined: [],
    });
    expect((await plan({ events: ['1', '2', '3'] })).asked).toBe('nothing');
    expect(await openGaps(tenancy)).toEqual(gap);
    await expect(createQuarantineStore(world.pool, world.clock).find(batch.firstSeq)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is skipped while it or its batch is locked', async () => {
    const { batch } = await plan({ aside: ['1', '2'] });
    world.clock.set('2026-05-01T08:00:00.000Z');
    const remove = (): Promise<number> => sweeps().removeFromInstallation('quarantined_lines', 1_000);
    const holding = async (statement: string): Promise<number> => {
      const client = await world.pool.connect();
      await client.query('BEGIN');
      await client.query(statement, [batch.batchId]);
      const removed = await remove();
      await client.query('ROLLBACK');
      client.release();
      return removed;
    };
    expect(await holding('SELECT FROM ingest_batches WHERE batch_id = $1 FOR NO KEY UPDATE')).toBe(0);
    expect(
      await holding('SELECT FROM ingest_quarantine WHERE batch_id = $1 AND line_index = 0 FOR NO KEY UPDATE'),
    ).toBe(1);
    expect(await remove()).toBe(1);
    expect(await places(batch)).toEqual([0, 1]);
  });
});
