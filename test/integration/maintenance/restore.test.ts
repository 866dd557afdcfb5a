import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAnalyticsClient, type AnalyticsClient } from '../../../analytics/analytics-client.ts';
import { compareFacts } from '../../../analytics/indexer/compare-facts.ts';
import { createInsightReader } from '../../../analytics/insight/insight-reader.ts';
import { JournalWriter } from '../../../journal/files/journal-writer.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { timeZones } from '../../../contracts/wire/time-zone.ts';
import { migrateStores } from '../../../maintenance/migrate-stores.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { createIngestBatchStore } from '../../../store/ingest/ingest-batch-store.ts';
import { createIngestReloadStore } from '../../../store/ingest/ingest-reload-store.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createPool } from '../../../store/postgres/pool.ts';
import { createReportRunStore } from '../../../store/reports/report-run-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createSavedViewStore } from '../../../store/views/saved-view-store.ts';
import { runStatements, dropDatabase } from '../../../testing/engines/database.ts';
import { readScope } from '../../../testing/insight/question.ts';
import { makeNamespace } from '../../../testing/engines/temporal-world.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../testing/processes/worker-process.ts';
import { requestEvents } from '../ingest/support/ingest-world.ts';
import { makeTenancy, type Tenancy } from '../../../testing/store/store-world.ts';
import { newReport, newRun } from '../../../testing/reports/new-report.ts';
import { newView } from '../../../testing/views/new-view.ts';

const clock = { now: () => new Date() };
const WINDOW = { from: '2024-01-01T00:00:00.000Z', to: '2024-04-01T00:00:00.000Z' };
const QUERY: InsightQuery = {
  schema: 1,
  shape: 'overview',
  scope: {},
  ...WINDOW,
  metrics: ['requests.v1', 'provider_spend.v1', 'tokens.v1'],
};
/**
 * Seconds until a started worker has taken over the work of a dead one, which takes several times as long under load.
 */
const PATIENCE_SECONDS = 240;

/** The stores of one life of the system. */
interface Life {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  readonly namespace: string;
  readonly journalFolder: string;
  readonly pool: pg.Pool;
  readonly clickhouse: AnalyticsClient;
}

let folder: string;
let tenancy: Tenancy;
const lives: Life[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-restore-'));
});
afterAll(async () => {
  // One of the databases no longer exists, so its own client could not drop it.
  const server = createAnalyticsClient(inject('clickhouseUrl').replace(/[^/]*$/, 'default'));
  for (const life of lives) {
    await server.command({ query: `DROP DATABASE IF EXISTS ${nameIn(life.clickhouseUrl)}` });
    await Promise.all([life.pool.end(), life.clickhouse.close()]);
    await dropDatabase(inject('databaseUrl'), nameIn(life.databaseUrl));
  }
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Starts a system on a database; all its other stores are new and empty. */
async function begin(database: string, journalFolder: string): Promise<Life> {
  const databaseUrl = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${database}` }).href;
  const facts = `restore_${randomUUID().replaceAll('-', '')}`;
  const clickhouseUrl = Object.assign(new URL(inject('clickhouseUrl')), { pathname: `/${facts}` }).href;
  await migrateStores({ databaseUrl, clickhouseUrl }, clock);
  const life = {
    databaseUrl,
    clickhouseUrl,
    journalFolder,
    namespace: await makeNamespace(),
    pool: createPool(databaseUrl),
    clickhouse: createAnalyticsClient(clickhouseUrl),
  };
  lives.push(life);
  return life;
}

function work(life: Life, env: Readonly<Record<string, string>> = {}): WorkerProcess {
  return startWorkerProcess(life, {
    TRUETALLY_CLICKHOUSE_URL: life.clickhouseUrl,
    TRUETALLY_JOURNAL: life.journalFolder,
    TRUETALLY_RUN_HEARTBEAT_SECONDS: '3',
    TRUETALLY_STALE_SECONDS: '5',
    ...env,
  });
}

async function append(life: Life, numbers: readonly number[]): Promise<void> {
  const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = tenancy;
  const scope = {
    organization_id: organizationId,
    workspace_id: workspaceId,
    application_id: applicationId,
    gateway_id: gatewayId,
    environment_id: environmentId,
  };
  const writer = new JournalWriter({ folder: life.journalFolder, writerId: 'gateway' });
  await writer.append(numbers.flatMap((number) => requestEvents(scope, number)));
  await writer.close();
}

const admissions = async ({ clickhouse }: Life): Promise<number> => {
  const query = 'SELECT toUInt32(count()) AS rows FROM request_admissions_v1';
  return (await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ rows: number }>())[0]!.rows;
};

/** True if the facts are in ClickHouse and Postgres records them as loaded. Before that, no answer includes them. */
const holds = async (life: Life, requests: number): Promise<boolean> => {
  const unloaded = await createIngestBatchStore(life.pool, clock).unloaded();
  return unloaded.length === 0 && (await admissions(life)) === requests;
};

async function order({ pool }: Life): Promise<string> {
  const view = await createSavedViewStore(pool, clock).create(newView(tenancy, { name: newId('savedView') }));
  const report = newReport(tenancy, view.id);
  const run = newRun(tenancy, report.report_id, { question: QUERY, window: WINDOW, display_tz: 'UTC' });
  await createReportStore(pool, clock).create({ fingerprint: run.run_id, report, run });
  return run.run_id;
}

const stateOf = async ({ pool }: Life, runId: string): Promise<string> =>
  (await createReportRunStore(pool).findRun(runId))!.run.state;

const settles = (life: Life, runId: string): Promise<void> =>
  waitUntil(async () => ['ready', 'partial'].includes(await stateOf(life, runId)), PATIENCE_SECONDS);

const figuresOf = async ({ pool }: Life, runId: string): Promise<unknown> =>
  (await createReportRunStore(pool).answerOf(runId))!.groups;

/** Inserts a due schedule that no dispatcher has read. */
async function plantDueSchedule({ pool }: Life): Promise<string> {
  const view = newView(tenancy, { query: { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1'] } });
  await createSavedViewStore(pool, clock).create(view);
  const report = newReport(tenancy, view.id, { recipient_subject_ids: [tenancy.otherId] });
  const run = newRun(tenancy, report.report_id, { question: QUERY, window: WINDOW });
  await createReportStore(pool, clock).create({ fingerprint: run.run_id, report, run });
  const scheduleId = newId('reportSchedule');
  const due = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 120_000);
  await pool.query(
    `INSERT INTO report_schedules (schedule_id, organization_id, workspace_id, report_id, owner, report_name,
       saved_view_id, view_revision, window_seconds, cadence, tzdb_version, recipient_subject_ids, paused, pause_reason,
       next_run_at, next_local_date, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 'Daily', $6, 1, 86400, $7, $8, $9, false, '', $10, NULL, $10, $10)`,
    [
      scheduleId,
      tenancy.organizationId,
      tenancy.workspaceId,
      report.report_id,
      tenancy.ownerId,
      view.id,
      JSON.stringify({ mode: 'interval', frequency: 'daily', anchor: due.toISOString() }),
      timeZones.version,
      [tenancy.otherId],
      due,
    ],
  );
  return scheduleId;
}

async function ask({ pool, clickhouse }: Life, query: Partial<InsightQuery> = {}): Promise<InsightAnswer> {
  const reader = createInsightReader({
    clickhouse,
    ingestState: createIngestStateStore(pool),
    sealKey: 'a key of at least thirty-two characters',
    clock,
  });
  const { organizationId, workspaceId, environmentId } = tenancy;
  const scope = readScope({ organizationId, workspaceId, environmentIds: [environmentId] });
  return (await reader.answer({ scope, query: { ...QUERY, ...query } })).answer;
}

it('restores Postgres and the journal into empty engines: the answers are equal, and work in progress continues', async () => {
  const database = `restored_${randomUUID().replaceAll('-', '')}`;
  await runStatements(inject('databaseUrl'), [`CREATE DATABASE ${database}`]);
  const first = await begin(database, join(folder, 'first'));
  tenancy = await makeTenancy({ pool: first.pool, clock });
  for (const subjectId of [tenancy.ownerId, tenancy.otherId]) {
    const binding = { subjectId, actions: ['metadata.read', 'cost.read'] as const, nodeId: tenancy.workspaceId };
    await createAccessBindingStore(first.pool, clock).create({ ...binding, actions: [...binding.actions] });
  }
  await append(first, [0, 1]);
  const running = work(first);
  await waitUntil(() => holds(first, 2), PATIENCE_SECONDS);
  const settled = await order(first);
  await settles(first, settled);
  running.child.kill('SIGKILL');
  await running.ended;
  const unsettled = await order(first);
  expect(await work(first, { TRUETALLY_FAULT_POINT: 'run.after_claim' }).ended).toBe('SIGKILL');
  expect(await stateOf(first, unsettled)).toBe('running');
  const scheduleId = await plantDueSchedule(first);
  const figures = await figuresOf(first, settled);
  const pinned = await ask(first);

  // Postgres is copied first. Traffic that arrives during this time is in the journal's copy, which is created
  // afterwards.
  await runStatements(inject('databaseUrl'), [
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' AND usename = current_user`,
  ]);
  await runStatements(inject('databaseUrl'), [`CREATE DATABASE ${database}_copy TEMPLATE ${database}`]);
  await append(first, [5]);
  const later = work(first, { TRUETALLY_FAULT_POINT: 'run.after_claim' });
  await waitUntil(async () => (await admissions(first)) === 3, PATIENCE_SECONDS);
  later.child.kill('SIGKILL');
  await later.ended;
  cpSync(first.journalFolder, join(folder, 'second'), { recursive: true });

  // All data is lost.
  await first.clickhouse.command({ query: `DROP DATABASE ${nameIn(first.clickhouseUrl)}` });
  rmSync(first.journalFolder, { recursive: true });

  const second = await begin(`${database}_copy`, join(folder, 'second'));
  await expect(ask(second)).rejects.toMatchObject({ code: 'dependency_unavailable' });
  work(second);
  await waitUntil(() => holds(second, 3), PATIENCE_SECONDS);
  await settles(second, unsettled);
  const occurrences = async (): Promise<object[]> => {
    const text = 'SELECT state, delivered_count FROM report_occurrences WHERE schedule_id = $1';
    return (await second.pool.query<{ state: string; delivered_count: number }>(text, [scheduleId])).rows;
  };
  await expect
    .poll(occurrences, { timeout: PATIENCE_SECONDS * 1_000 })
    .toEqual([{ state: 'delivered', delivered_count: 1 }]);

  expect(await ask(second, { read_context: pinned.read_context })).toEqual({ ...pinned, minted: false });
  const again = await order(second);
  await settles(second, again);
  expect(await figuresOf(second, settled)).toEqual(figures);
  expect(await figuresOf(second, again)).toEqual(figures);
  expect(await figuresOf(second, unsettled)).toEqual(figures);
  const reloads = createIngestReloadStore(second.pool, clock);
  expect(await compareFacts(second.clickhouse, reloads)).toMatchObject({ facts: 9, differences: [] });
}, 900_000);
