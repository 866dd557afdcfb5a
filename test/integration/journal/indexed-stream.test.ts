import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingSources } from '../../../analytics/indexer/missing-sources.ts';
import { runIndexer } from '../../../analytics/indexer/run-indexer.ts';
import { deleteAllFacts } from '../../../analytics/indexer/delete-all-facts.ts';
import type { Journal } from '../../../journal/source/journal.ts';
import { openStreamJournal } from '../../../journal/stream/open-stream-journal.ts';
import { createIngestReloadStore } from '../../../store/ingest/ingest-reload-store.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { createRetentionStore } from '../../../store/insight/retention-store.ts';
import { startNatsServers, type NatsServers } from '../../../testing/engines/nats-servers.ts';
import { makeTestStream } from '../../../testing/journal/make-test-stream.ts';
import { bundledProgram } from '../../../testing/processes/bundled-programs.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../ingest/support/ingest-world.ts';

const CHILD = bundledProgram('test/integration/ingest/support/indexer-child.ts');
/** Milliseconds longer than any lease of a killed indexer. */
const NEXT_DAY_MS = 86_400_000;
const clock = { now: () => new Date() };

describe('an indexed stream', () => {
  let folder: string;
  let servers: NatsServers;
  let names = 0;
  let name: string;
  let url: string;
  let world: IngestWorld;
  let journal: Journal;
  let written: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'truetally-stream-'));
    servers = await startNatsServers(folder);
  });
  afterAll(async () => {
    await servers.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    names += 1;
    name = `traffic-${names}`;
    url = `${servers.url}/${name}`;
    written = 0;
    world = await createIngestWorld();
    journal = openStreamJournal(await makeTestStream(url));
  });
  afterEach(async () => {
    await journal.close();
    await world.drop();
  });

  /** Sends requests in separate months through both writers. */
  async function write(count: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, index) => written + index);
    written += count;
    await Promise.all(
      ['one', 'other'].map(async (writerId) => {
        const writer = journal.openWriter({ writerId });
        for (const number of numbers) {
          await writer.appendLines(requestEvents(world.scope, number).map((event) => JSON.stringify(event)));
        }
        await writer.close();
      }),
    );
  }

  const allOnce = () => ({ request_admissions_v1: written, attempts_v1: written, cost_effects_v1: written });

  async function runChild(faultPoint: string, aheadMs: number): Promise<string | null> {
    const args = [CHILD, world.databaseUrl, world.clickhouseUrl, world.folder, String(aheadMs), url];
    const child = spawn(process.execPath, args, { env: { ...process.env, TRUETALLY_FAULT_POINT: faultPoint } });
    return new Promise((settle) => child.on('exit', (_, signal) => settle(signal)));
  }

  /** Runs two workers concurrently. */
  async function indexUntil(isSo: () => Promise<boolean>): Promise<void> {
    const stop = new AbortController();
    const workers = ['one', 'other'].map((instanceId) =>
      runIndexer({
        ...world.ports,
        eventLogs: journal.logs,
        importsFolder: world.folder,
        instanceId,
        log: { info: () => undefined, error: () => undefined },
        signal: stop.signal,
      }),
    );
    await waitUntil(isSo, 60);
    stop.abort();
    await Promise.all(workers);
  }

  const isLoaded = async (): Promise<boolean> => {
    const { rows } = await world.pool.query<{ read: bigint; unloaded: number }>(
      `SELECT max(next_offset) AS read, (SELECT count(*)::int FROM ingest_batches WHERE loaded_at IS NULL) AS unloaded
       FROM ingest_sources`,
    );
    const [source] = await journal.logs[0]!.sources();
    return rows[0]?.read === (await source!.end()) && rows[0].unloaded === 0;
  };

  it.each(['indexer.after_plan', 'indexer.after_insert'])(
    'counts every event once if the indexer dies at %s, and then the server',
    async (faultPoint) => {
      await write(4);
      expect(await runChild(faultPoint, 0)).toBe('SIGKILL');
      await servers.kill();
      await servers.start();
      expect(await runChild('', NEXT_DAY_MS)).toBeNull();
      expect(await runChild('', 2 * NEXT_DAY_MS)).toBeNull();
      expect(await world.rowCounts()).toEqual(allOnce());
    },
  );

  it('has one reading worker at a time, and its figures name the worker', async () => {
    await write(20);
    await indexUntil(isLoaded);
    expect(await world.rowCounts()).toEqual(allOnce());
    const { rows } = await world.pool.query<{ kind: string; location: string; id: string }>(
      "SELECT kind, location, source_id AS id FROM ingest_sources WHERE kind = 'journal'",
    );
    expect(rows).toEqual([
      { kind: 'journal', location: url, id: expect.stringMatching(new RegExp(`^stream:${name}:2`)) as string },
    ]);
    const totals = await world.ports.batches.totals(rows[0]!.id);
    expect(totals).toMatchObject({ repeated: 3 * written, quarantined: 0 });
  });

  /**
   * Indexes four requests, deletes two more from the stream before they are read, and indexes the one after them.
   * Returns the number of requests before the deleted ones.
   */
  async function loseTwoRequests(): Promise<number> {
    await write(4);
    await indexUntil(isLoaded);
    const before = await stateNow();
    expect(before.gaps).toEqual([]);
    const kept = written;
    await write(2);
    const operator = await connect({ servers: [servers.url.slice('nats://'.length)] });
    await (await jetstreamManager(operator)).streams.purge(name);
    await operator.close();
    await write(1);
    await indexUntil(isLoaded);
    return kept;
  }

  it('discloses messages that it deleted before they were read', async () => {
    const kept = await loseTwoRequests();
    written = kept + 1;
    expect(await world.rowCounts()).toEqual(allOnce());
    const { rows } = await world.pool.query<{ reason: string; detail: string }>(
      'SELECT reason, detail FROM ingest_quarantine',
    );
    expect(rows).toEqual([
      {
        reason: 'not_kept',
        detail: expect.stringMatching(
          /^Messages \d+ to \d+ of nats:.* were deleted before they were read\.$/,
        ) as string,
      },
    ]);
    const { gaps } = await stateNow();
    // The gap begins at the newest event that was read from the stream by then.
    const newest = requestEvents(world.scope, kept - 1)[0] as { admitted_at: string };
    expect(gaps).toMatchObject([
      { producerClass: 'gateway_journal', from: new Date(newest.admitted_at), to: expect.any(Date) as Date },
    ]);
  });

  it('can be loaded again from its remaining messages, and reports the removed ones', async () => {
    const kept = await loseTwoRequests();
    const reloads = createIngestReloadStore(world.pool, clock);
    const controlPlane = { end: () => Promise.resolve(0n) };
    const missing = async () =>
      missingSources(await reloads.sources(), { journal, importsFolder: world.folder, controlPlane });
    expect((await missing()).map(({ fault }) => fault)).toEqual([
      expect.stringMatching(/stores no message before \d+\. The messages 1 to \d+ are no longer stored\.$/),
    ]);
    // The lost events have expired, so no gap remains.
    const newest = requestEvents(world.scope, kept + 1)[0] as { admitted_at: string };
    const midnight = new Date(`${newest.admitted_at.slice(0, 10)}T00:00:00Z`);
    await createRetentionStore(world.pool).move(world.scope.workspace_id, midnight);
    expect(await missing()).toEqual([]);
    await deleteAllFacts(world.clickhouse);
    await reloads.unloadAll();
    await indexUntil(isLoaded);
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 1, attempts_v1: 1, cost_effects_v1: 1 });
  });

  function stateNow() {
    const { organization_id: organizationId, workspace_id: workspaceId } = world.scope;
    const [from, to] = [new Date(Date.UTC(2020, 0, 1)), new Date(Date.UTC(2099, 0, 1))];
    return createIngestStateStore(world.pool).read({ organizationId, workspaceId, from, to });
  }
});
