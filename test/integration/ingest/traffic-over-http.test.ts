import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runIndexer } from '../../../analytics/indexer/run-indexer.ts';
import type { TrafficEvent } from '../../../clients/typescript/wire.ts';
import { createTruetallyClient, type TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import { openJournalFolder } from '../../../journal/files/journal-folder.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { makeAdmission } from '../../../testing/api/made-traffic.ts';
import '../../../testing/engines/provided-context.ts';
import { type ApiProcess, startApiProcess } from '../../../testing/processes/api-process.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createIngestWorld, type IngestWorld } from './support/ingest-world.ts';

const { organizationId, workspaceId, environments } = DEMO_TENANCY;
const here = { organizationId, workspaceId, ...environments.assistantProduction };
const clock = { now: () => new Date() };

let world: IngestWorld;
let token: string;

beforeEach(async () => {
  world = await createIngestWorld();
  token = (await ensureDemoTenancy(world.pool, clock, undefined)).runtime;
});
afterEach(() => world.drop());

function start(env: Record<string, string> = {}): Promise<ApiProcess> {
  return startApiProcess(world.databaseUrl, world.clickhouseUrl, { TRUETALLY_JOURNAL: world.folder, ...env });
}

function clientOf({ origin }: ApiProcess): TruetallyClient {
  return createTruetallyClient({ baseUrl: origin, token, ...here, maxRetries: 0 });
}

/** Indexes the journal until the condition is true. */
async function indexUntil(isSo: () => Promise<boolean>): Promise<void> {
  const stop = new AbortController();
  const running = runIndexer({
    ...world.ports,
    eventLogs: [openJournalFolder(world.folder)],
    importsFolder: world.folder,
    instanceId: 'indexer',
    log: { info: () => undefined, error: () => undefined },
    signal: stop.signal,
  });
  await waitUntil(isSo, 60);
  stop.abort();
  await running;
}

async function indexedIds(): Promise<string[]> {
  const answer = await world.clickhouse.query({
    query: `SELECT logical_request_id AS id FROM request_admissions_v1 WHERE workspace_id = {ws:String}`,
    query_params: { ws: workspaceId },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ id: string }>()).map(({ id }) => id);
}

describe('traffic over HTTP', () => {
  it('is indexed after it is acknowledged, even if the API is killed', async () => {
    const acknowledged = new Set<string>();
    const sent = new Set<string>();
    for (let life = 0; life < 3; life += 1) {
      const api = await start();
      const { traffic } = clientOf(api);
      let acks = 0;
      const producing = Array.from({ length: 4 }, async (_, producer) => {
        for (let batch = 0; ; batch += 1) {
          const ids = Array.from({ length: 20 }, (_one, index) => `${life}-${producer}-${batch}-${index}`);
          const events: TrafficEvent[] = ids.map((id) => makeAdmission({ logical_request_id: id }));
          for (const id of ids) sent.add(id);
          const receipt = await traffic.send(events);
          expect(receipt).toEqual({ accepted: 20, refused: 0, faults: [] });
          for (const id of ids) acknowledged.add(id);
          acks += 1;
          if (acks === 40) api.kill('SIGKILL');
        }
      });
      const ends = await Promise.allSettled(producing);
      expect(ends.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(3 * 40 * 20);
    await indexUntil(async () => {
      const indexed = new Set(await indexedIds());
      return [...acknowledged].every((id) => indexed.has(id));
    });
    const ids = await indexedIds();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !sent.has(id))).toEqual([]);
  }, 120_000);

  it('that is refused is quarantined in its credential’s scope, and disclosed only there', async () => {
    const api = await start();
    const { traffic } = clientOf(api);
    const misshapen = makeAdmission({ streaming: 'no', admitted_at: '2026-03-01T09:00:00.000Z' });
    const nothing = { event: 'nothing' } as unknown as TrafficEvent;
    const before = Date.now();
    expect(await traffic.send([misshapen, nothing])).toMatchObject({ accepted: 0, refused: 2 });
    await api.stop();
    const gaps = async () =>
      (
        await world.pool.query<{ environment_id: string; gap_from: Date }>(
          `SELECT environment_id, gap_from FROM ingest_gaps ORDER BY gap_from`,
        )
      ).rows;
    await indexUntil(async () => (await gaps()).length > 0);
    const rows = await gaps();
    expect(rows.map((row) => row.environment_id)).toEqual([here.environmentId, here.environmentId]);
    expect(rows[0]!.gap_from).toEqual(new Date('2026-03-01T09:00:00.000Z'));
    expect(rows[1]!.gap_from.getTime()).toBeGreaterThanOrEqual(before);
    const { rows: reasons } = await world.pool.query<{ reason: string }>(
      `SELECT reason FROM ingest_quarantine ORDER BY reason`,
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(['unknown_event', 'wrong_shape']);
  }, 60_000);

  it('waits while too much is unread, and while the disk is nearly full', async () => {
    const behind = await start({ TRUETALLY_JOURNAL_MOST_UNREAD_MIB: '1' });
    // The client sends one request. With several requests, a slow machine would refuse the last one.
    const long = { route_id: 'r'.repeat(250), release_id: 'e'.repeat(250), team_id: 't'.repeat(250) };
    const batch: TrafficEvent[] = Array.from({ length: 1_000 }, () => makeAdmission(long));
    expect(await clientOf(behind).traffic.send(batch)).toMatchObject({ accepted: 1_000, refused: 0 });
    const refusal = { status: 503, retryAfterSeconds: 10, nextAction: 'retry' };
    await waitUntil(async () => {
      const asked = await clientOf(behind)
        .traffic.send([makeAdmission()])
        .catch((error: unknown) => error);
      return asked instanceof Error;
    }, 20);
    await expect(clientOf(behind).traffic.send([makeAdmission()])).rejects.toMatchObject(refusal);
    await behind.stop();
    const full = await start({ TRUETALLY_JOURNAL_LEAST_FREE_MIB: '1000000' });
    await expect(clientOf(full).traffic.send([makeAdmission()])).rejects.toMatchObject(refusal);
    await full.stop();
  }, 60_000);
});
