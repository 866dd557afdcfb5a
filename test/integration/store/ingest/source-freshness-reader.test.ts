import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createSourceFreshnessReader,
  type SourceFreshnessReader,
} from '../../../../store/ingest/source-freshness-reader.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const NOW = '2026-03-02T08:00:00.000Z';

let world: StoreWorld;
let freshness: SourceFreshnessReader;
beforeAll(async () => {
  world = await openStoreWorld(NOW);
  freshness = createSourceFreshnessReader(world.pool, world.clock);
  const { organizationId, workspaceId } = await makeTenancy(world);
  await world.pool.query(
    `INSERT INTO ingest_sources (source_id, kind, location, next_offset, created_at, lease_holder, lease_until) VALUES
       ('journal:held', 'journal', '/held', 30, $1, 'worker', $1::timestamptz + interval '20 s'),
       ('journal:left', 'journal', '/left', 40, $1, 'worker', $1),
       ('journal:waiting', 'journal', '/waiting', 50, $1, NULL, NULL),
       ('journal:slow', 'journal', '/slow', 60, $1, NULL, NULL),
       ('file:broken', 'file', '/broken', 0, $1, NULL, NULL)`,
    [NOW],
  );
  await world.pool.query(
    `INSERT INTO ingest_batches (source_id, first_offset, last_offset, first_seq, line_count, token, event_counts,
       planned_at, loaded_at, repeated, opening)
     SELECT source_id, first, last, number, 1, gen_random_uuid(), '{}', planned, loaded, '{}', '{}'
     FROM (VALUES
       ('journal:held', 0, 30, 1, '2026-03-02T07:50:00Z'::timestamptz, '2026-03-02T07:50:01Z'::timestamptz),
       ('journal:left', 0, 40, 2, '2026-03-02T07:51:00Z', '2026-03-02T07:51:01Z'),
       ('journal:waiting', 0, 25, 3, '2026-03-02T07:52:00Z', NULL),
       ('journal:waiting', 25, 50, 4, '2026-03-02T07:54:00Z', NULL),
       ('journal:slow', 0, 60, 5, '2026-03-02T07:53:00Z', NULL)
     ) AS batch (source_id, first, last, number, planned, loaded)`,
  );
  await world.pool.query(
    `INSERT INTO index_faults (source, message, since, last_at)
     VALUES ('file:broken', 'secret', '2026-03-02T07:40:00Z', $1)`,
    [NOW],
  );
  await world.pool.query(
    `INSERT INTO ingest_watermarks (organization_id, workspace_id, producer_class, last_indexed_at)
     VALUES ($1, $2, 'gateway_journal', '2026-03-02T07:58:00Z'), ($1, $2, 'control_plane_outbox', NULL),
       ($1, 'another', 'gateway_journal', '2026-03-02T07:59:00Z')`,
    [organizationId, workspaceId],
  );
});
afterAll(() => world.close());

it('lists the sources that wait, the longest first, and those that are held or fail', async () => {
  const at = (minute: string): Date => new Date(`2026-03-02T07:${minute}:00.000Z`);
  const journal = { kind: 'journal', isHeld: false, failingSince: undefined } as const;
  const waiting = { ...journal, sourceId: 'journal:waiting', nextOffset: 50n };
  const expected = [
    { ...waiting, lastPlannedAt: at('54'), waitingSince: at('52') },
    { ...journal, sourceId: 'journal:slow', nextOffset: 60n, lastPlannedAt: at('53'), waitingSince: at('53') },
    {
      ...{ sourceId: 'file:broken', kind: 'file', nextOffset: 0n, isHeld: false },
      ...{ lastPlannedAt: undefined, waitingSince: undefined, failingSince: at('40') },
    },
    {
      ...journal,
      ...{ sourceId: 'journal:held', nextOffset: 30n, isHeld: true, lastPlannedAt: at('50'), waitingSince: undefined },
    },
  ];
  expect(await freshness.sources(10)).toEqual(expected);
  expect(await freshness.sources(1)).toEqual(expected.slice(0, 1));
});

it('has the last time of each producer over all workspaces', async () => {
  expect(await freshness.producers()).toEqual([
    { producerClass: 'control_plane_outbox', lastIndexedAt: undefined },
    { producerClass: 'gateway_journal', lastIndexedAt: new Date('2026-03-02T07:59:00.000Z') },
  ]);
});

it('counts the open gaps of all workspaces', async () => {
  expect(await freshness.countOpenGaps()).toBe(0);
  await world.pool.query(
    `INSERT INTO ingest_gaps (organization_id, workspace_id, producer_class, gap_from, gap_to, cause, reason, batch_id,
       closed_seq)
     SELECT 'org', workspace, 'gateway_journal', $1, $1::timestamptz + interval '1 hour', 'declared', '', batch_id,
       closed
     FROM (SELECT min(batch_id) AS batch_id FROM ingest_batches) AS batch,
       (VALUES ('a', NULL::bigint), ('b', NULL), ('b', 9)) AS gap (workspace, closed)`,
    [NOW],
  );
  expect(await freshness.countOpenGaps()).toBe(2);
});
