import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createTransientFailure } from '../../../../activities/failure.ts';
import { migrateClickHouse } from '../../../../analytics/migrate-clickhouse.ts';
import { ensureTemporalBinary } from '../../../../launcher/engines/temporal-binaries.ts';
import { prepareNamespace } from '../../../../maintenance/temporal-namespace.ts';
import { startTemporal } from '../../../../launcher/engines/start-temporal.ts';
import { createDataConverter } from '../../../../runtime/payloads/data-converter.ts';
import { createAccessBindingStore } from '../../../../store/tenancy/access-binding-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { enqueue } from '../../../../store/outbox/enqueue.ts';
import { createReportStore } from '../../../../store/reports/report-store.ts';
import { createSavedViewStore } from '../../../../store/views/saved-view-store.ts';
import { createTenancyNodeStore } from '../../../../store/tenancy/tenancy-node-store.ts';
import { REPORT_RUN_WORKFLOW, REQUESTED_RUNS_TASK_QUEUE } from '../../../../workflows/public.ts';
import { freePorts } from '../../../../testing/processes/free-ports.ts';
import { silenceTemporal } from '../../../../testing/engines/silence-temporal.ts';
import { silentLog } from '../../../../testing/silent-log.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { bundleWorkflows } from '../../../../testing/engines/workflow-bundle.ts';
import { armSchedule } from '../../schedules/arm-schedule.ts';
import { openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';
import { newReport, newRun } from '../../../../testing/reports/new-report.ts';
import { newView } from '../../../../testing/views/new-view.ts';
import { WORKER_QUEUES } from '../../../../worker/worker-queues.ts';
import { workOnQueue } from '../../../../worker/work-on-queue.ts';
import { bundledProgram } from '../../../../testing/processes/bundled-programs.ts';
import { textInFiles } from './text-in-files.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..', '..');
const NAMESPACE = 'truetally';
const KEY = { id: 'of.this-test', key: Buffer.alloc(32, 7) };
const clock = { now: () => new Date() };
const PLAIN = { payloadKeys: [], encryptsPayloads: false, plainPayloadsUntil: undefined };
const ENCRYPTED = { payloadKeys: [KEY], encryptsPayloads: true, plainPayloadsUntil: undefined };

/** Texts of customers that Temporal stores. */
const STORED = {
  organization: 'Montclairwidgets',
  workspace: 'Quixoticfigures',
  requested: 'Zephyrmargins',
  scheduled: 'Juniperchurn',
  failure: 'Obsidianbreakdown',
  heartbeat: 'Halcyonprogress',
};
/** Texts that Temporal never stores. */
const KEPT_FROM_TEMPORAL = { view: 'Marzipanview', question: 'ComodRivadavia' };
const WORDS = Object.values({ ...STORED, ...KEPT_FROM_TEMPORAL });

let world: StoreWorld;
beforeAll(async () => {
  silenceTemporal();
  // With an earlier clock, the retention of the runs would have ended by now.
  world = await openStoreWorld(new Date().toISOString());
  await migrateClickHouse(inject('clickhouseUrl'));
});
afterAll(() => world.close());

/** Starts a Temporal server on a separate file; `stop` ends it. */
async function openTemporal(): Promise<{ folder: string; address: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-payloads-'));
  const [port = 0] = await freePorts(1);
  const report = (): void => undefined;
  const binary = await ensureTemporalBinary('temporal', report);
  const engine = await startTemporal({ binary, folder, port, report });
  onTestFinished(async () => {
    await engine.stop();
    rmSync(folder, { recursive: true });
  });
  await prepareNamespace({ address: engine.url }, NAMESPACE);
  return { folder, address: engine.url, stop: () => engine.stop() };
}

/** Starts a worker process in the same way as the launcher. */
function startWorker(address: string, keys: string): { stop(): Promise<void> } {
  const child = spawn(process.execPath, [bundledProgram('worker/main.ts')], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      TRUETALLY_DATABASE_URL: world.url,
      TRUETALLY_CLICKHOUSE_URL: inject('clickhouseUrl'),
      TRUETALLY_TEMPORAL_ADDRESS: address,
      TRUETALLY_TEMPORAL_NAMESPACE: NAMESPACE,
      TRUETALLY_DATA: join(tmpdir(), `truetally-none-${randomUUID()}`),
      TRUETALLY_PAYLOAD_KEYS: keys,
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(stop);
  return { stop };
}

async function namedTenancy(): Promise<Tenancy> {
  const nodes = createTenancyNodeStore(world.pool, world.clock);
  const { id: organizationId } = await nodes.create('organization', { name: STORED.organization, parentId: undefined });
  const { id: workspaceId } = await nodes.create('workspace', { name: STORED.workspace, parentId: organizationId });
  const { id: applicationId } = await nodes.create('application', { name: 'App', parentId: workspaceId });
  const { id: gatewayId } = await nodes.create('gateway', { name: 'Gw', parentId: applicationId });
  const { id: environmentId } = await nodes.create('environment', { name: 'Env', parentId: gatewayId });
  const { id: ownerId } = await nodes.create('subject', { name: 'Owner', parentId: organizationId });
  const { id: otherId } = await nodes.create('subject', { name: 'Other', parentId: organizationId });
  await createAccessBindingStore(world.pool, world.clock).create({
    subjectId: ownerId,
    actions: ['metadata.read', 'cost.read'],
    nodeId: workspaceId,
  });
  return { organizationId, workspaceId, applicationId, gatewayId, environmentId, ownerId, otherId };
}

/** Creates a run that a person requested, and a due schedule of another report. */
async function askAndSchedule(tenancy: Tenancy): Promise<{ runId: string; scheduleId: string }> {
  const query = { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1'] } as const;
  const question = { ...query, display_tz: `America/Argentina/${KEPT_FROM_TEMPORAL.question}` };
  const views = createSavedViewStore(world.pool, world.clock);
  const view = await views.create(newView(tenancy, { name: KEPT_FROM_TEMPORAL.view, query: question }));
  const reports = createReportStore(world.pool, world.clock);
  const requested = newReport(tenancy, view.id, { name: STORED.requested });
  const now = Date.now();
  const window = { from: new Date(now - 86_400_000).toISOString(), to: new Date(now).toISOString() };
  const asked = { question: { ...question, ...window }, window };
  const run = newRun(tenancy, requested.report_id, asked);
  await reports.create({ fingerprint: run.run_id, report: requested, run });

  const scheduled = newReport(tenancy, view.id, { name: STORED.scheduled });
  const first = newRun(tenancy, scheduled.report_id, asked);
  await reports.create({ fingerprint: first.run_id, report: scheduled, run: first });
  const scheduleId = await armSchedule(world.pool, scheduled.report_id, new Date(Date.now() + 1_000));
  await enqueue(world.pool, { kind: 'nudge_dispatcher', workflowId: tenancy.workspaceId }, world.clock.now());
  return { runId: run.run_id, scheduleId };
}

async function stateOf(table: 'report_runs' | 'report_occurrences', key: string, id: string): Promise<string> {
  const { rows } = await world.pool.query<{ state: string; code: string }>(
    `SELECT state, failure_code AS code FROM ${table} WHERE ${key} = $1`,
    [id],
  );
  return rows.map(({ state, code }) => `${state}${code}`).join();
}

/** Creates a run that fails with a customer's text: in an attempt, in its heartbeat and in the workflow's failure. */
async function failLoudly(address: string, encryption: typeof ENCRYPTED | typeof PLAIN): Promise<string> {
  const namespace = 'failures';
  await prepareNamespace({ address }, namespace);
  const connection = await NativeConnection.connect({ address });
  const dataConverter = createDataConverter(encryption, clock);
  const stopping = new AbortController();
  const activities = {
    executeAttempt() {
      Context.current().heartbeat({ at: STORED.heartbeat });
      const cause = new Error(`${STORED.failure} is not there.`);
      return Promise.reject(
        createTransientFailure('reader_unavailable', `No ${STORED.failure}.`, { attempt: 1, cause }),
      );
    },
    requeueRun: () => Promise.reject(ApplicationFailure.nonRetryable(`Never ${STORED.failure}.`)),
    settleCancelledRun: () => Promise.reject(ApplicationFailure.nonRetryable('Not called.')),
    cancelOwnWorkflow: () => Promise.reject(ApplicationFailure.nonRetryable('Not called.')),
  };
  const working = workOnQueue(
    WORKER_QUEUES.requestedRuns,
    {
      connection,
      namespace,
      workflowBundle: { codePath: await bundleWorkflows(dataConverter) },
      dataConverter,
      activities,
      log: silentLog,
    },
    () => undefined,
    stopping.signal,
  );
  try {
    const { workflow } = new Client({ connection, namespace, dataConverter });
    const handle = await workflow.start(REPORT_RUN_WORKFLOW, {
      workflowId: newId('reportRun'),
      taskQueue: REQUESTED_RUNS_TASK_QUEUE,
      args: [{ runId: 'rrun_1', attempt: 0, timeouts: { heartbeatMs: 5_000, attemptMs: 60_000 } }],
    });
    // The workflow failed because an activity failed, with the thrown error as its cause.
    const failure: unknown = await handle.result().catch((error: unknown) => error);
    return (failure as { cause: { cause: Error } }).cause.cause.message;
  } finally {
    stopping.abort();
    await working;
    await connection.close();
  }
}

describe('texts of customers', () => {
  it.each([
    ['appear in the files of Temporal without keys', PLAIN, '', Object.values(STORED)],
    ['appear nowhere in the files of Temporal with a key', ENCRYPTED, `${KEY.id}:${KEY.key.toString('base64')}`, []],
  ] as const)(
    '%s',
    async (_what, encryption, keys, found) => {
      const temporal = await openTemporal();
      const tenancy = await namedTenancy();
      const { runId, scheduleId } = await askAndSchedule(tenancy);
      const worker = startWorker(temporal.address, keys);
      const settled = { timeout: 150_000, interval: 250 };
      await expect.poll(() => stateOf('report_runs', 'run_id', runId), settled).toMatch(/^(ready|partial)$/);
      await expect.poll(() => stateOf('report_occurrences', 'schedule_id', scheduleId), settled).toBe('delivered');
      expect(await failLoudly(temporal.address, encryption)).toBe(`Never ${STORED.failure}.`);

      const connection = await Connection.connect({ address: temporal.address });
      const client = new Client({
        connection,
        namespace: NAMESPACE,
        dataConverter: createDataConverter(encryption, clock),
      });
      const description = await client.workflow.getHandle(runId).describe();
      expect(await description.staticSummary()).toBe(`Report “${STORED.requested}”, requested by a person`);
      expect(description.memo).toMatchObject({ report: STORED.requested });
      // Temporal writes the list of workflows with a short delay, and its rows also contain memos.
      await waitUntil(async () => (await client.workflow.count(`ExecutionStatus="Completed"`)).count >= 3, 30);
      await connection.close();
      await worker.stop();
      await temporal.stop();
      expect(textInFiles(temporal.folder, WORDS)).toEqual(found);
    },
    400_000,
  );
});
