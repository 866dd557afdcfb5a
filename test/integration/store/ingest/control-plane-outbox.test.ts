import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advanceSource } from '../../../../analytics/indexer/advance-source.ts';
import type { GrowingSource } from '../../../../journal/source/event-source.ts';
import { openControlPlaneLog } from '../../../../journal/open-control-plane-log.ts';
import type { ReleaseMarker } from '../../../../contracts/ingest/events/release-marker.ts';
import {
  appendControlPlaneEvents,
  createControlPlaneEventStore,
} from '../../../../store/ingest/control-plane-event-store.ts';
import { createIngestStateStore } from '../../../../store/ingest/ingest-state-store.ts';
import { createReleaseStore, type ReleaseStore } from '../../../../store/insight/release-store.ts';
import { createIngestWorld, type IngestWorld } from '../../ingest/support/ingest-world.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { bundledProgram } from '../../../../testing/processes/bundled-programs.ts';

const CHILD = bundledProgram('test/integration/ingest/support/indexer-child.ts');
const NEXT_DAY_MS = 86_400_000;
const NOW = new Date('2026-03-02T08:00:00.000Z');

let world: IngestWorld;
let source: GrowingSource;
let releases: ReleaseStore;

async function openWorld(): Promise<void> {
  world = await createIngestWorld();
  [source] = (await openControlPlaneLog(createControlPlaneEventStore(world.pool)).sources()) as [GrowingSource];
  releases = createReleaseStore(world.pool, { now: () => NOW });
}

function marker(id: string, scope = world.scope): ReleaseMarker {
  return {
    event: 'release_marker',
    schema: 1,
    scope,
    marker_id: id,
    marker_kind: 'deployed',
    release_id: 'release',
    actor_kind: 'person',
    occurred_at: NOW.toISOString(),
  };
}

/** Indexes everything that is present at this moment. */
async function index(): Promise<void> {
  const lease = await world.ports.sources.lease(source, 'test');
  for (let offset = lease!.nextOffset; ;) {
    const step = await advanceSource(world.ports, source, 'test', offset);
    if (step === undefined) break;
    offset = step.nextOffset;
  }
  await world.ports.sources.release(source.id, 'test');
}

async function markerIds(): Promise<string[]> {
  const query = 'SELECT marker_id FROM release_markers_v1 ORDER BY arrival_seq';
  const result = await world.clickhouse.query({ query, format: 'JSONEachRow' });
  return (await result.json<{ marker_id: string }>()).map((row) => row.marker_id);
}

async function runChild(faultPoint: string, aheadMs: number): Promise<string | null> {
  const args = [CHILD, world.databaseUrl, world.clickhouseUrl, world.folder, String(aheadMs)];
  const child = spawn(process.execPath, args, { env: { ...process.env, TRUETALLY_FAULT_POINT: faultPoint } });
  return new Promise((settle) => child.on('exit', (_, signal) => settle(signal)));
}

describe('an empty outbox of the control plane', () => {
  beforeAll(openWorld);
  afterAll(() => world.drop());

  it('has the order of commits for any order of beginnings, and has no hole after a rollback', async () => {
    const [early, late, lost] = await Promise.all([world.pool.connect(), world.pool.connect(), world.pool.connect()]);
    try {
      for (const client of [early, late, lost]) await client.query('BEGIN');
      await early.query('SELECT 1 FROM workspaces');
      await appendControlPlaneEvents(late, [marker('began-second')], NOW);
      await late.query('COMMIT');
      await index();
      await appendControlPlaneEvents(lost, [marker('rolled-back')], NOW);
      let appended = false;
      const waiting = appendControlPlaneEvents(early, [marker('began-first')], NOW).then(() => (appended = true));
      await waitUntil(async () => {
        const { rows } = await world.pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%control_plane_end%'",
        );
        return rows.length === 1;
      }, 10);
      await index();
      expect([appended, await source.end()]).toEqual([false, 1n]);
      await lost.query('ROLLBACK');
      await waiting;
      await early.query('COMMIT');
    } finally {
      for (const client of [early, late, lost]) client.release(true);
    }
    await index();
    expect(await markerIds()).toEqual(['began-second', 'began-first']);
    const { rows } = await world.pool.query('SELECT place FROM control_plane_events ORDER BY place');
    expect(rows).toEqual([{ place: 0n }, { place: 1n }]);
  });
});

describe('the outbox of the control plane', () => {
  beforeAll(openWorld);
  afterAll(() => world.drop());

  it.each(['indexer.before_plan', 'indexer.after_plan', 'indexer.after_insert', 'indexer.after_loaded'])(
    'loads a marker once if the indexer dies at %s',
    async (faultPoint) => {
      await index();
      const before = await markerIds();
      const { releaseId } = await releases.create({ workspaceId: 't_here', name: 'One', digest: 'sha256:one' });
      const change = { releaseId, environmentId: 'env_here', kind: 'deployed', actorKind: 'automation' } as const;
      const { markerId } = await releases.change(change);
      expect(await runChild(faultPoint, 0)).toBe('SIGKILL');
      expect(await runChild('', NEXT_DAY_MS)).toBeNull();
      expect(await runChild('', 2 * NEXT_DAY_MS)).toBeNull();
      expect(await markerIds()).toEqual([...before, markerId]);
    },
  );

  it('writes all changes of a release into the markers, each with the release that runs afterwards', async () => {
    const actorKind = 'person';
    const environmentId = 'env_here';
    const [one, two] = [
      await releases.create({ workspaceId: 't_here', name: 'One', digest: 'sha256:one' }),
      await releases.create({ workspaceId: 't_here', name: 'Two', digest: undefined }),
    ];
    await releases.change({ releaseId: one.releaseId, environmentId, kind: 'deployed', actorKind });
    await releases.change({ releaseId: two.releaseId, environmentId, kind: 'deployed', actorKind });
    await releases.change({ releaseId: two.releaseId, environmentId, kind: 'rolled_back', actorKind });
    await releases.change({ releaseId: one.releaseId, environmentId, kind: 'retired', actorKind });
    await index();
    const query = `SELECT marker_kind, release_id, effective_digest, actor_kind, toString(occurred_at) AS at
      FROM release_markers_v1 WHERE release_id IN ({one:String}, {two:String}) ORDER BY arrival_seq`;
    const query_params = { one: one.releaseId, two: two.releaseId };
    const rows = await (await world.clickhouse.query({ query, query_params, format: 'JSONCompactEachRow' })).json();
    const at = '2026-03-02 08:00:00.000';
    expect(rows).toEqual([
      ['deployed', one.releaseId, 'sha256:one', actorKind, at],
      ['deployed', two.releaseId, '', actorKind, at],
      ['rolled_back', two.releaseId, 'sha256:one', actorKind, at],
      ['retired', one.releaseId, '', actorKind, at],
    ]);
  });

  it('writes neither change nor marker if a change is refused', async () => {
    const { releaseId } = await releases.create({ workspaceId: 't_here', name: 'Three', digest: undefined });
    const end = await source.end();
    const change = { releaseId, environmentId: 'env_here', actorKind: 'person' } as const;
    await expect(releases.change({ ...change, kind: 'retired' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(releases.change({ ...change, kind: 'deployed', environmentId: 'env_none' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const deployments = Array.from({ length: 5 }, () => releases.change({ ...change, kind: 'deployed' }));
    const settled = await Promise.allSettled(deployments);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await source.end()).toBe(end + 1n);
  });

  it('quarantines an event that cannot be loaded, discloses its own gap, and continues', async () => {
    const window = { from: new Date('2027-01-01T00:00:00.000Z'), to: new Date('2027-02-01T00:00:00.000Z') };
    const at = '2027-01-05T00:00:00.000Z';
    const wrong: ReleaseMarker = { ...marker('wrong'), occurred_at: at, actor_kind: 'robot' as 'person' };
    await appendControlPlaneEvents(world.pool, [wrong, { ...marker('right'), occurred_at: at }], NOW);
    await index();
    expect((await markerIds()).at(-1)).toBe('right');
    const ids = { organizationId: 'org_here', workspaceId: 't_here' };
    const state = await createIngestStateStore(world.pool).read({ ...ids, ...window });
    expect(state.gaps).toMatchObject([
      {
        producerClass: 'control_plane_outbox',
        environmentId: 'env_here',
        from: new Date(at),
        to: new Date('2027-01-05T00:00:00.001Z'),
      },
    ]);
    const [, outbox] = state.watermarks;
    expect(outbox).toMatchObject({ producer_class: 'control_plane_outbox', indexed_through: state.ownFence });
  });
});
