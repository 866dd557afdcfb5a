import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import { runIndexer } from '../../../analytics/indexer/run-indexer.ts';
import { createInsightReader } from '../../../analytics/insight/insight-reader.ts';
import { openControlPlaneLog } from '../../../journal/open-control-plane-log.ts';
import { openJournalFolder } from '../../../journal/files/journal-folder.ts';
import { JournalWriter } from '../../../journal/files/journal-writer.ts';
import { importCopiesFolder } from '../../../journal/files/kept-imports.ts';
import { eraseBefore } from '../../../analytics/retention/erase-before.ts';
import { MAX_READ_MS } from '../../../analytics/statements/statement-runner.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { reportDigest } from '../../../contracts/reports/report-digest.ts';
import { userName } from '../../../runtime/commands/user-name.ts';
import { migrateStores } from '../../../maintenance/migrate-stores.ts';
import { createAuditStore } from '../../../store/installation/audit-store.ts';
import { createControlPlaneEventStore } from '../../../store/ingest/control-plane-event-store.ts';
import { createIngestReloadStore } from '../../../store/ingest/ingest-reload-store.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { createReleaseStore } from '../../../store/insight/release-store.ts';
import { createRetentionStore } from '../../../store/insight/retention-store.ts';
import { readScope } from '../../../testing/insight/question.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../ingest/support/ingest-world.ts';
import { bundledProgram } from '../../../testing/processes/bundled-programs.ts';

// The commands run in separate processes, one after the other.
vi.setConfig({ testTimeout: 600_000 });

const clock = { now: () => new Date() };
/** A fixed clock, because answers contain the time of the read. At one time, equal facts give byte-equal answers. */
const NOON = { now: () => new Date('2025-06-01T12:00:00.000Z') };
const QUERY: InsightQuery = {
  schema: 1,
  shape: 'series',
  grain: 'month',
  scope: {},
  from: '2024-01-01T00:00:00Z',
  to: '2025-01-01T00:00:00Z',
  metrics: ['requests.v1', 'provider_spend.v1', 'tokens.v1', 'freshness_lag.v1', 'release_annotations.v1'],
};
const WINDOW = { from: new Date(QUERY.from), to: new Date(QUERY.to) };

let world: IngestWorld;
let journalFolder: string;
let releaseId: string;

beforeEach(async () => {
  world = await createIngestWorld();
  journalFolder = join(world.folder, 'data', 'journal');
  await writeJournal([0, 1, 2, 3]);
  const releases = createReleaseStore(world.pool, { now: () => new Date('2024-02-02T02:00:00.000Z') });
  ({ releaseId } = await releases.create({ workspaceId: 't_here', name: 'One', digest: 'sha256:one' }));
  await releases.change({ releaseId, environmentId: 'env_here', kind: 'deployed', actorKind: 'person' });
  const [outbox] = await openControlPlaneLog(createControlPlaneEventStore(world.pool)).sources();
  await world.ports.sources.lease(outbox!, 'test');
  await advanceSource(world.ports, outbox!, 'test', 0n);
  await world.ports.sources.release(outbox!.id, 'test');
  expect(await importing('log.jsonl', [4, 5])).toMatchObject({ code: 0 });
});
afterEach(() => world.drop());

/** Appends requests to the journal one by one and indexes each, so that each is a batch. */
async function writeJournal(numbers: readonly number[]): Promise<void> {
  const writer = new JournalWriter({ folder: journalFolder, writerId: 'gateway' });
  for (const number of numbers) {
    await writer.append(requestEvents(world.scope, number));
    const stop = new AbortController();
    await runIndexer({
      ...world.ports,
      importsFolder: importCopiesFolder(journalFolder),
      instanceId: 'test',
      eventLogs: [openJournalFolder(journalFolder)],
      signal: stop.signal,
      log: { info: () => undefined, error: (fields) => expect(fields).toBeUndefined() },
      onRound: () => {
        stop.abort();
        return Promise.resolve();
      },
    });
  }
  await writer.close();
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs one of our commands in the same way as an operator. */
function command(program: string, args: readonly string[], faultPoint = ''): Promise<Ended> {
  const child = spawn(process.execPath, [bundledProgram(program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      TRUETALLY_DATA: join(world.folder, 'data'),
      TRUETALLY_DATABASE_URL: world.databaseUrl,
      TRUETALLY_CLICKHOUSE_URL: world.clickhouseUrl,
      TRUETALLY_FAULT_POINT: faultPoint,
    },
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  return new Promise((settle) => {
    child.once('close', (code, signal) => settle({ code, signal, out, errors }));
  });
}

const rebuild = (args: readonly string[] = [], faultPoint?: string): Promise<Ended> =>
  command('maintenance/rebuild-facts.ts', args, faultPoint);

function importing(name: string, numbers: readonly number[], args: readonly string[] = []): Promise<Ended> {
  const path = join(world.folder, name);
  const events = numbers.flatMap((number) => requestEvents(world.scope, number));
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return command('operator/import.ts', [...args, path]);
}

async function ask(query: Partial<InsightQuery> = {}): Promise<InsightAnswer> {
  const reader = createInsightReader({
    clickhouse: world.clickhouse,
    ingestState: createIngestStateStore(world.pool),
    sealKey: 'a key of at least thirty-two characters',
    clock: NOON,
  });
  const { organization_id: organizationId, workspace_id: workspaceId } = world.scope;
  const scope = readScope({ organizationId, workspaceId, environmentIds: ['env_here'] });
  return (await reader.answer({ scope, query: { ...QUERY, ...query } })).answer;
}

const digestOf = (answer: InsightAnswer): string =>
  reportDigest({ question: QUERY, window: WINDOW, viewRevision: '1', answer });

const requests = (answer: InsightAnswer): unknown[] =>
  answer.groups!.map(({ cells }) => cells.find(({ metric }) => metric === 'requests.v1')!.value);

const REFUSED = { code: 'dependency_unavailable', message: expect.stringContaining('loaded again') as string };

/** Expires the leases of a killed command immediately; tests of the store check their real duration. */
async function expireLeases(): Promise<void> {
  await world.pool.query(
    "UPDATE ingest_sources SET lease_until = now() - interval '1 second' WHERE lease_until > now()",
  );
}

/** Moves the recorded start of an interrupted emptying back in time. */
async function putBackEmptying(milliseconds: number): Promise<void> {
  await world.pool.query("UPDATE ingest_arrival SET emptying_since = emptying_since - $1 * interval '1 millisecond'", [
    milliseconds,
  ]);
}

/** Deletes all data of ClickHouse, and starts the system again. */
async function loseEverything(): Promise<void> {
  const database = new URL(world.clickhouseUrl).pathname.slice(1);
  await world.clickhouse.command({ query: `DROP DATABASE ${database} SYNC` });
  await migrateStores(world, clock);
}

describe('lost facts', () => {
  it('are restored equally, including reads under old pins, although the rebuild is killed', async () => {
    const before = await ask();
    const rows = await world.rowCounts();
    expect(await rebuild(['--check'])).toMatchObject({ code: 0, errors: '' });
    await loseEverything();
    expect(await world.rowCounts()).toEqual({});

    await expect(ask()).rejects.toMatchObject(REFUSED);
    await expect(ask({ read_context: before.read_context })).rejects.toMatchObject(REFUSED);
    expect(await rebuild(['--check'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('6 batches wait to be loaded again') as string,
    });
    expect(await rebuild([], 'indexer.between_tables')).toMatchObject({ signal: 'SIGKILL' });
    await expireLeases();
    await expect(ask()).rejects.toMatchObject(REFUSED);

    expect(await rebuild()).toMatchObject({
      code: 0,
      errors: expect.stringContaining('continuing an interrupted rebuild') as string,
      out: expect.stringContaining('6 batches are loaded, with 19 facts') as string,
    });
    expect(await world.rowCounts()).toEqual(rows);
    const after = await ask();
    expect(after).toEqual(before);
    expect(digestOf(after)).toBe(digestOf(before));
    expect(await ask({ read_context: before.read_context })).toEqual({ ...before, minted: false });

    // Every writing command has its audit row; the outcome of the killed one is unknown.
    const audit = await createAuditStore(world.pool, clock).list({ limit: 10 });
    expect(audit.map(({ operation, operator, outcome }) => [operation, operator, outcome])).toEqual([
      ['operator rebuild-facts', userName(), 'accepted'],
      ['operator rebuild-facts', userName(), 'unknown'],
      ['operator import', userName(), 'accepted'],
    ]);
    // One insert loads several batches.
    const { rows: inserts } = await world.pool.query<{ loads: bigint; batches: bigint }>(
      "SELECT count(DISTINCT token) AS loads, count(*) AS batches FROM ingest_batches WHERE source_id LIKE 'journal:%'",
    );
    expect(inserts).toEqual([{ loads: 1n, batches: 4n }]);
  });
});

describe('wrong facts', () => {
  it('are found and repaired although the command dies between emptying and beginning', async () => {
    const before = await ask();
    const insert = 'INSERT INTO attempts_v1 SELECT * REPLACE (batch_id + 1000 AS batch_id) FROM attempts_v1 LIMIT 1';
    await world.clickhouse.command({ query: insert });
    const found = await rebuild(['--check', '--json']);
    expect(found.code).toBe(1);
    const { comparison } = JSON.parse(found.out) as { comparison: { differences: { table: string }[] } };
    expect(comparison.differences.map(({ table }) => table)).toEqual(['attempts_v1']);

    expect(await rebuild([], 'rebuild.emptying')).toMatchObject({ signal: 'SIGKILL' });
    await putBackEmptying(MAX_READ_MS - 5_000);
    expect(await rebuild([], 'rebuild.emptied')).toMatchObject({ signal: 'SIGKILL' });
    // The tables were emptied only when no earlier read could still be in progress.
    const { emptyingSince } = await createIngestReloadStore(world.pool, clock).state();
    expect(Date.now() - emptyingSince!.getTime()).toBeGreaterThanOrEqual(MAX_READ_MS);
    await expect(ask()).rejects.toMatchObject(REFUSED);
    expect(await rebuild(['--check'])).toMatchObject({ out: expect.stringContaining('was interrupted') as string });
    expect(await rebuild()).toMatchObject({ code: 0 });
    expect(await ask()).toEqual(before);
  });
});

describe('an import without a stored copy', () => {
  it('is named before any change, and filled by an import of the same log, which has grown', async () => {
    expect(await importing('bare.jsonl', [6], ['--no-copy'])).toMatchObject({ code: 0 });
    const before = await ask();
    expect(await rebuild()).toMatchObject({
      code: 1,
      errors: expect.stringContaining('nothing was changed') as string,
    });
    expect(await ask()).toEqual(before);

    await loseEverything();
    expect(await rebuild(['--incomplete'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('1 batches wait to be loaded again') as string,
    });
    await expect(ask()).rejects.toMatchObject(REFUSED);
    expect(await importing('bare.jsonl', [6, 7])).toMatchObject({ code: 0 });
    // Everything is loaded. But no copy of the shorter state exists until it is imported with a copy.
    const checked = await rebuild(['--check', '--json']);
    expect(JSON.parse(checked.out)).toMatchObject({ waiting: 0, missing: [{}], comparison: { differences: [] } });
    expect(await importing('bare.jsonl', [6])).toMatchObject({ code: 0 });
    expect(await rebuild(['--check'])).toMatchObject({ code: 0 });
    const pinned = await ask({ read_context: before.read_context });
    expect(pinned).toEqual({ ...before, minted: false });
    expect(requests(await ask())).not.toEqual(requests(before));
  });
});

describe('data that retention removed', () => {
  it('is not restored, and a segment with only such data may be missing', async () => {
    const horizon = new Date('2024-05-01T00:00:00.000Z');
    await createRetentionStore(world.pool).move('t_here', horizon);
    await eraseBefore(world.clickhouse, { organizationId: 'org_here', workspaceId: 't_here' }, horizon);
    const before = await ask();
    const rows = await world.rowCounts();
    const checked = await rebuild(['--check']);
    expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('may be deleted') as string });
    for (const { path } of await createIngestReloadStore(world.pool, clock).expiredSegments()) rmSync(path);

    await loseEverything();
    expect(await rebuild()).toMatchObject({ code: 0 });
    expect(await world.rowCounts()).toEqual(rows);
    expect(await ask()).toEqual(before);
  });
});
