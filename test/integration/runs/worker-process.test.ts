import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { migrateClickHouse } from '../../../analytics/migrate-clickhouse.ts';
import { COMPONENTS } from '../../../domain/kernel/components.ts';
import { BUILD_VERSION } from '../../../runtime/telemetry/read-build-version.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { createHeartbeatStore } from '../../../store/installation/heartbeat-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createSavedViewStore } from '../../../store/views/saved-view-store.ts';
import { startAnsweringServer } from '../../../testing/answering-server.ts';
import { makeNamespace } from '../../../testing/engines/temporal-world.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../testing/processes/worker-process.ts';
import { ensureRetentionSchedule } from '../../../worker/temporal/ensure-retention-schedule.ts';
import {
  HOUSEKEEPING_TASK_QUEUE,
  RETENTION_SWEEP_SCHEDULE_ID,
  RETENTION_SWEEP_WORKFLOW,
} from '../../../workflows/public.ts';
import type { retentionSweep } from '../../../workflows/installation/retention-sweep.ts';
import { makeTenancy } from '../../../testing/store/store-world.ts';
import { newReport, newRun } from '../../../testing/reports/new-report.ts';
import { newView } from '../../../testing/views/new-view.ts';
import { makeSweptWorkspace } from '../store/installation/swept-world.ts';
import { openRunWorld, type RunWorld } from './run-world.ts';

let world: RunWorld;
let namespace: string;
beforeAll(async () => {
  namespace = await makeNamespace();
  await migrateClickHouse(inject('clickhouseUrl'));
});
// A worker takes all work in its database, so each test has a separate one. It is dropped after the workers have ended.
beforeEach(async () => {
  world = await openRunWorld();
  onTestFinished(() => world.close());
});

function startWorker(env: Record<string, string> = {}, inNamespace = namespace): WorkerProcess {
  const hurried = { TRUETALLY_RUN_HEARTBEAT_SECONDS: '2', TRUETALLY_STALE_SECONDS: '5' };
  return startWorkerProcess({ databaseUrl: world.url, namespace: inNamespace }, { ...hurried, ...env });
}

/** Queues a run over an empty window, which the real reader answers. */
async function queueRun(): Promise<string> {
  const tenancy = await makeTenancy(world);
  await createAccessBindingStore(world.pool, world.clock).create({
    subjectId: tenancy.ownerId,
    actions: ['metadata.read', 'cost.read'],
    nodeId: tenancy.workspaceId,
  });
  const view = await createSavedViewStore(world.pool, world.clock).create(newView(tenancy));
  const report = newReport(tenancy, view.id);
  const run = newRun(tenancy, report.report_id, {
    question: {
      schema: 1,
      shape: 'overview',
      scope: {},
      from: '2026-03-01T08:00:00.000Z',
      to: '2026-03-02T08:00:00.000Z',
      metrics: ['requests.v1'],
    },
  });
  await createReportStore(world.pool, world.clock).create({ fingerprint: run.run_id, report, run });
  return run.run_id;
}

/** Settings with which no lease lapses within a test and no reconciler runs. */
const NOTHING_LAPSES = {
  TRUETALLY_RUN_HEARTBEAT_SECONDS: '3600',
  TRUETALLY_RECONCILE_SECONDS: '3600',
  TRUETALLY_STALE_SECONDS: '3600',
} as const;

const run = async (runId: string) => (await world.documents.findRun(runId))!.run;

/**
 * Seconds until a process has started, bundled its workflows and taken over a lapsed lease, which takes several times
 * as long under load.
 */
const PATIENCE_SECONDS = 90;

/** Seconds for two processes that start one after the other. */
const LONG_PATIENCE_SECONDS = 240;
const MINUTES = 600_000;

const BUILD = { version: BUILD_VERSION, commit: '5ef0e29b00000000000000000000000000000000' };

const settles = (runId: string, seconds = PATIENCE_SECONDS): Promise<void> =>
  waitUntil(async () => !['queued', 'running'].includes((await run(runId)).state), seconds);

describe('a killed worker', () => {
  it.each([
    ['relay.before_start', 1],
    ['relay.after_start', 1],
    ['run.after_claim', 2],
    ['run.before_settle', 2],
    ['run.after_settle', 1],
  ])('at %s leaves a run that the next worker settles once, at attempt %i', async (faultPoint, attempt) => {
    const runId = await queueRun();
    expect(await startWorker({ TRUETALLY_FAULT_POINT: faultPoint }).ended).toBe('SIGKILL');
    // Without this, the next relay would wait 15 s for the items that the killed relay leased; see
    // `carried-run.test.ts`.
    await world.pool.query('UPDATE workflow_outbox SET leased_until = now() WHERE leased_until > now()');
    const next = startWorker({ TRUETALLY_COMMIT: BUILD.commit });
    expect(JSON.parse(await next.firstLine)).toMatchObject({ process: 'worker', ...BUILD, msg: 'the process starts' });
    await settles(runId);
    const settled = await run(runId);
    expect(settled).toMatchObject({ state: 'ready', attempt, failure_code: '' });
    expect(await world.documents.answerOf(runId)).toBeDefined();
  });
});

describe('a retention sweep', () => {
  it('whose worker is killed between two batches is completed by the next worker', async () => {
    const connection = await Connection.connect({ address: inject('temporalAddress') });
    onTestFinished(() => connection.close());
    const ownNamespace = await makeNamespace();
    const client = new Client({ connection, namespace: ownNamespace });
    // The schedule is paused, because the worker could otherwise be killed in the hourly sweep.
    await ensureRetentionSchedule(client);
    await client.schedule.getHandle(RETENTION_SWEEP_SCHEDULE_ID).pause();
    // The run ended at the time of this world's clock, which is long ago for a worker.
    const workspace = await makeSweptWorkspace(world);
    const runId = await workspace.run('ready');
    const killed = startWorker({ TRUETALLY_FAULT_POINT: 'sweep.after_batch' }, ownNamespace);
    const handle = await client.workflow.start<typeof retentionSweep>(RETENTION_SWEEP_WORKFLOW, {
      taskQueue: HOUSEKEEPING_TASK_QUEUE,
      workflowId: `retention-sweep-${runId}`,
      workflowTaskTimeout: '3s',
      args: [{ timeouts: { heartbeatMs: 2_000, sliceMs: 60_000 } }],
    });
    expect(await killed.ended).toBe('SIGKILL');
    expect(await world.documents.findRun(runId)).toBeDefined();
    startWorker({}, ownNamespace);
    await handle.result();
    expect(await world.documents.findRun(runId)).toBeUndefined();
    const { rows } = await world.pool.query('SELECT FROM report_answers WHERE run_id = $1', [runId]);
    expect(rows).toEqual([]);
    const { events } = await handle.fetchHistory();
    const attempts = (events ?? []).flatMap(
      ({ activityTaskStartedEventAttributes: started }) => started?.attempt ?? [],
    );
    expect(attempts).toEqual([2]);
  });
});

describe('a worker', () => {
  it('reports its live components, and stops properly on request', async () => {
    const configuration = join(mkdtempSync(join(tmpdir(), 'truetally-worker-')), 'tokentriage.yaml');
    writeFileSync(configuration, 'evals: { validation: { auto_validate: { enabled: true } } }\n');
    const { child, ended } = startWorker({ TRUETALLY_CONFIG: configuration });
    const parts = COMPONENTS.filter((component) => component !== 'api');
    const heartbeats = createHeartbeatStore(world.pool, world.clock);
    await waitUntil(async () => {
      const seen = await heartbeats.lastSeen();
      // The worker's own configuration makes it validate judges, independently of an API's configuration.
      return parts.every((part) => seen.has(part)) && (await heartbeats.isDriven('worker.judge_sweep'));
    }, PATIENCE_SECONDS);
    child.kill('SIGTERM');
    expect(await ended).toBe('0');
  });

  it(
    'completes its current run during a stop, and starts nothing new',
    async () => {
      const holder = await world.pool.connect();
      onTestFinished(() => holder.release(true));
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE ingest_watermarks IN ACCESS EXCLUSIVE MODE');
      const { child, ended } = startWorker({ ...NOTHING_LAPSES, TRUETALLY_DRAIN_SECONDS: '90' });
      const runId = await queueRun();
      await waitUntil(async () => (await run(runId)).state === 'running', LONG_PATIENCE_SECONDS);
      child.kill('SIGTERM');
      await waitUntil(
        async () => (await createHeartbeatStore(world.pool, world.clock).lastSeen()).size === 0,
        LONG_PATIENCE_SECONDS,
      );
      const later = await queueRun();
      await holder.query('ROLLBACK');
      expect(await ended).toBe('0');
      expect(await run(runId)).toMatchObject({ state: 'ready', attempt: 1 });
      expect(await run(later)).toMatchObject({ state: 'queued', attempt: 0 });
    },
    MINUTES,
  );

  it(
    'that cannot complete its current run during a stop releases it to another worker, which waits for no lease',
    async () => {
      // This server accepts every question and never answers.
      const silent = await startAnsweringServer(() => undefined);
      const clickhouseUrl = `${silent.origin.replace('http://', 'http://a:b@')}/silent`;
      const first = startWorker({
        ...NOTHING_LAPSES,
        TRUETALLY_CLICKHOUSE_URL: clickhouseUrl,
        TRUETALLY_DRAIN_SECONDS: '1',
      });
      const runId = await queueRun();
      await waitUntil(async () => (await run(runId)).state === 'running', LONG_PATIENCE_SECONDS);
      startWorker(NOTHING_LAPSES);
      // Only this worker has a reader.
      await waitUntil(
        async () => (await createHeartbeatStore(world.pool, world.clock).lastSeen()).has('reader'),
        LONG_PATIENCE_SECONDS,
      );
      // A question that waits too long is repeated as the next attempt, so this attempt may not be the first.
      await waitUntil(async () => (await run(runId)).state === 'running', LONG_PATIENCE_SECONDS);
      const { attempt } = await run(runId);
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe('0');
      await settles(runId, LONG_PATIENCE_SECONDS);
      expect(await run(runId)).toMatchObject({ state: 'ready', attempt: attempt + 1 });
    },
    MINUTES,
  );

  it('stops waiting for a silent reader after the configured time', async () => {
    const connection = await Connection.connect({ address: inject('temporalAddress') });
    onTestFinished(() => connection.close());
    const silent = await startAnsweringServer(() => undefined);
    const clickhouseUrl = `${silent.origin.replace('http://', 'http://a:b@')}/silent`;
    startWorker({ TRUETALLY_CLICKHOUSE_URL: clickhouseUrl, TRUETALLY_READER_TIMEOUT_SECONDS: '1' });
    const runId = await queueRun();
    await waitUntil(async () => (await run(runId)).last_failure !== undefined, PATIENCE_SECONDS);
    expect((await run(runId)).last_failure).toMatchObject({ attempt: 1, code: 'reader_unavailable' });
    const { events } = await new Client({ connection, namespace }).workflow.getHandle(runId).fetchHistory();
    const failures = (events ?? []).flatMap(({ activityTaskFailedEventAttributes: failed }) => failed?.failure ?? []);
    expect(failures[0]?.message).toBe('The reader did not answer within 1 s and was given up.');
  });

  it('waits for an unavailable Temporal, and reports only components that work without it', async () => {
    const { child, ended } = startWorker({ TRUETALLY_TEMPORAL_ADDRESS: '127.0.0.1:9' });
    const seen = async () => [...(await createHeartbeatStore(world.pool, world.clock).lastSeen()).keys()].sort();
    await waitUntil(async () => (await seen()).length === 3, PATIENCE_SECONDS);
    expect(await seen()).toEqual(['indexer', 'reader', 'reconciler']);
    child.kill('SIGTERM');
    expect(await ended).toBe('0');
  });
});
