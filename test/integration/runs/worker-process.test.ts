import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { migrateClickHouse } from '../../../analytics/migrate.ts';
import { COMPONENTS } from '../../../domain/components.ts';
import { createAccessBindingStore } from '../../../store/access-bindings.ts';
import { createHeartbeatStore } from '../../../store/heartbeats.ts';
import { createReportStore } from '../../../store/reports.ts';
import { createSavedViewStore } from '../../../store/saved-views.ts';
import { until } from '../../support/until.ts';
import { HOUSEKEEPING_TASK_QUEUE, RETENTION_SWEEP_WORKFLOW } from '../../../workflows/public.ts';
import type { retentionSweep } from '../../../workflows/retention-sweep.ts';
import { makeTenancy, newReport, newRun, newView } from '../store/store-world.ts';
import { makeSweptWorkspace } from '../store/swept-world.ts';
import { makeNamespace, openRunWorld, type RunWorld } from './run-world.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'truetally-worker-'));

let world: RunWorld;
let namespace: string;
beforeAll(async () => {
  namespace = await makeNamespace();
  world = await openRunWorld();
  await migrateClickHouse(inject('clickhouseUrl'));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

interface WorkerProcess {
  /** The signal or the code that it ended with. */
  readonly ended: Promise<string>;
  readonly child: ChildProcess;
}

/** A worker process as the launcher starts it, ended with the test. */
function startWorker(env: Record<string, string> = {}): WorkerProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'worker/main.ts'], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      TRUETALLY_DATABASE_URL: world.url,
      TRUETALLY_CLICKHOUSE_URL: inject('clickhouseUrl'),
      TRUETALLY_TEMPORAL_ADDRESS: inject('temporalAddress'),
      TRUETALLY_TEMPORAL_NAMESPACE: namespace,
      TRUETALLY_DATA: folder,
      TRUETALLY_RUN_HEARTBEAT_SECONDS: '2',
      TRUETALLY_RECONCILE_SECONDS: '1',
      TRUETALLY_STALE_SECONDS: '5',
      ...env,
    },
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? String(code)));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

/** A queued run of an empty window, which the real reader answers. */
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

const run = async (runId: string) => (await world.documents.findRun(runId))!.run;

/** A process that starts, bundles its workflows and takes a lapsed lease back needs a multiple of its seconds under load. */
const PATIENCE_SECONDS = 90;

const settles = (runId: string): Promise<void> =>
  until(async () => !['queued', 'running'].includes((await run(runId)).state), PATIENCE_SECONDS);

describe('a worker that is killed', () => {
  it.each([
    ['relay.before_start', 1],
    ['relay.after_start', 1],
    ['run.after_claim', 2],
    ['run.before_settle', 2],
    ['run.after_settle', 1],
  ])('at %s leaves a run that the next worker settles once, at attempt %i', async (faultPoint, attempt) => {
    const runId = await queueRun();
    expect(await startWorker({ TRUETALLY_FAULT_POINT: faultPoint }).ended).toBe('SIGKILL');
    startWorker();
    await settles(runId);
    const settled = await run(runId);
    expect(settled).toMatchObject({ state: 'ready', attempt, failure_code: '' });
    expect(await world.documents.answerOf(runId)).toBeDefined();
  });
});

describe('a retention sweep', () => {
  it('whose worker is killed between two batches is finished by the next worker', async () => {
    const connection = await Connection.connect({ address: inject('temporalAddress') });
    onTestFinished(() => connection.close());
    // It ended when this world's clock stands, which for a worker is long ago.
    const workspace = await makeSweptWorkspace(world);
    const runId = await workspace.run('ready');
    const killed = startWorker({ TRUETALLY_FAULT_POINT: 'sweep.after_batch' });
    const handle = await new Client({ connection, namespace }).workflow.start<typeof retentionSweep>(
      RETENTION_SWEEP_WORKFLOW,
      {
        taskQueue: HOUSEKEEPING_TASK_QUEUE,
        workflowId: `retention-sweep-${runId}`,
        workflowTaskTimeout: '3s',
        args: [{ timeouts: { heartbeatMs: 2_000, sliceMs: 60_000 } }],
      },
    );
    expect(await killed.ended).toBe('SIGKILL');
    expect(await world.documents.findRun(runId)).toBeDefined();
    startWorker();
    await handle.result();
    expect(await world.documents.findRun(runId)).toBeUndefined();
    const { rows } = await world.pool.query('select from report_answers where run_id = $1', [runId]);
    expect(rows).toEqual([]);
    const { events } = await handle.fetchHistory();
    const attempts = (events ?? []).flatMap(
      ({ activityTaskStartedEventAttributes: started }) => started?.attempt ?? [],
    );
    expect(attempts).toEqual([2]);
  });
});

describe('a worker', () => {
  it('says what is alive, and ends in order when it is told to', async () => {
    await world.pool.query('delete from component_heartbeats');
    const { child, ended } = startWorker();
    const parts = COMPONENTS.filter((component) => component !== 'api');
    await until(async () => {
      const seen = await createHeartbeatStore(world.pool, world.clock).lastSeen();
      return parts.every((part) => seen.has(part));
    }, PATIENCE_SECONDS);
    child.kill('SIGTERM');
    expect(await ended).toBe('0');
  });

  it('waits for a Temporal that is away, and reports only what works without it', async () => {
    await world.pool.query('delete from component_heartbeats');
    const { child, ended } = startWorker({ TRUETALLY_TEMPORAL_ADDRESS: '127.0.0.1:9' });
    const seen = async () => [...(await createHeartbeatStore(world.pool, world.clock).lastSeen()).keys()].sort();
    await until(async () => (await seen()).length === 3, PATIENCE_SECONDS);
    expect(await seen()).toEqual(['indexer', 'reader', 'reconciler']);
    child.kill('SIGTERM');
    expect(await ended).toBe('0');
  });
});
