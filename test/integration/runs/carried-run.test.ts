import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { timeZones } from '../../../contracts/wire/time-zone.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { noFaultPoints } from '../../../domain/kernel/fault-points.ts';
import { createCalibrationFitStore } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import { createLostExperimentRunStore } from '../../../store/quality/experiments/lost-experiment-run-store.ts';
import { createLostComparisonRunStore } from '../../../store/comparisons/lost-comparison-run-store.ts';
import { createLostRunStore } from '../../../store/reports/lost-run-store.ts';
import { createDispatcherStartStore } from '../../../store/schedules/dispatcher-start-store.ts';
import { createComparisonStartStore } from '../../../store/comparisons/comparison-start-store.ts';
import { createCalibrationStartStore } from '../../../store/quality/calibrations/calibration-start-store.ts';
import { createExperimentStartStore } from '../../../store/quality/experiments/experiment-start-store.ts';
import { createOccurrenceStartStore } from '../../../store/schedules/occurrence-start-store.ts';
import { createOutboxStore, type OutboxStore } from '../../../store/outbox/outbox-store.ts';
import { createOverdueWorkspaceStore } from '../../../store/schedules/overdue-workspace-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createRunStartStore } from '../../../store/reports/run-start-store.ts';
import { createScheduleReplanner } from '../../../store/schedules/schedule-replanner.ts';
import { reconcile, type ReconcilerParts } from '../../../worker/relay/reconcile.ts';
import { drainOutbox, type RelayParts } from '../../../worker/relay/drain-outbox.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/search-attributes.ts';
import { makeAnswer } from '../../../testing/api/answers.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { waitForWorkflowEnd } from '../../../testing/wait-for-workflow-end.ts';
import { openTemporalWorld } from '../../../testing/engines/temporal-world.ts';
import { WORKER_QUEUES } from '../../../worker/worker-queues.ts';
import { workOnQueue } from '../../../worker/work-on-queue.ts';
import { createGate, openRunWorld, type FakeReader, type RunWorld } from './run-world.ts';

const answers: FakeReader = () => Promise.resolve(makeAnswer());

let world: RunWorld;
let namespace: string;
let connection: NativeConnection;
let outbox: OutboxStore;
let relay: RelayParts;
let client: Client;

beforeAll(async () => {
  ({ namespace, connection, client } = await openTemporalWorld());
  world = await openRunWorld();
  outbox = createOutboxStore(world.pool, world.clock);
  relay = {
    outbox,
    runStarts: createRunStartStore(world.pool),
    dispatcherStarts: createDispatcherStartStore(world.pool),
    occurrenceStarts: createOccurrenceStartStore(world.pool),
    comparisonStarts: createComparisonStartStore(world.pool),
    experimentStarts: createExperimentStartStore(world.pool),
    calibrationStarts: createCalibrationStartStore(world.pool),
    client,
    // Temporal's deadlines use the real time, with any time of the test in the store.
    clock: { now: () => new Date() },
    timeouts: { heartbeatMs: 5_000, attemptMs: 60_000 },
    namesArePlain: true,
    faultPoints: noFaultPoints,
    log: silentLog,
  };
});
/** Ends the work that earlier tests left, so that no relay and no worker of this test takes it. */
beforeEach(async () => {
  await world.pool.query('DELETE FROM workflow_outbox');
  await world.pool.query(
    `UPDATE report_runs SET state = 'cancelled', lease_until = NULL, finished_at = $1 WHERE finished_at IS NULL`,
    [world.clock.now()],
  );
});
afterAll(async () => {
  await connection.close();
  await world.close();
});

/** Starts a worker with this reader that runs until the test ends; `stop` ends it earlier. */
function startWorker(reader: FakeReader): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const parts = {
    connection,
    namespace,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities: world.activities(reader),
    log: silentLog,
  };
  const working = workOnQueue(WORKER_QUEUES.requestedRuns, parts, () => undefined, stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await working;
  };
  onTestFinished(stop);
  return { stop };
}

const reconciling = (): ReconcilerParts => ({
  lostRuns: createLostRunStore(world.pool, world.clock),
  lostComparisonRuns: createLostComparisonRunStore(world.pool, world.clock),
  lostExperimentRuns: createLostExperimentRunStore(world.pool, world.clock),
  lostFits: createCalibrationFitStore(world.pool, world.clock),
  runs: world.runs,
  overdue: createOverdueWorkspaceStore(world.pool, world.clock),
  replanner: createScheduleReplanner(world.pool, world.clock, timeZones),
  staleMs: 120_000,
  log: silentLog,
});

const stored = async (): Promise<string> => world.queueRun(await world.tenancy());
const run = async (runId: string) => (await world.documents.findRun(runId))!.run;
/** The signal of a relay that is not stopped. */
const going = new AbortController().signal;
const later = (seconds: number): void =>
  world.clock.set(new Date(world.clock.now().getTime() + seconds * 1000).toISOString());

async function outboxOf(runId: string): Promise<{ kind: string; sent: boolean; tries: number }[]> {
  const { rows } = await world.pool.query<{ kind: string; sent: boolean; tries: number }>(
    'SELECT kind, sent_at IS NOT NULL AS sent, tries FROM workflow_outbox WHERE workflow_id = $1 ORDER BY outbox_id',
    [runId],
  );
  return rows;
}

describe('a run on Temporal', () => {
  it('starts under its own id with readable names and attributes, and settles', async () => {
    startWorker(answers);
    const runId = await stored();
    await drainOutbox(relay, going);
    const handle = client.workflow.getHandle(runId);
    expect(await handle.result()).toEqual({ state: 'ready', failure_code: '' });
    const { organization_id, workspace_id, report_id } = await run(runId);
    const { typedSearchAttributes, memo, taskQueue, type } = await handle.describe();
    expect(type).toBe('reportRun');
    expect(taskQueue).toBe('truetally-requested-runs');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.organizationId)).toBe(organization_id);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.workspaceId)).toBe(workspace_id);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.reportId)).toBe(report_id);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.runState)).toBe('ready');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.reportRunId)).toBe(runId);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.reportName)).toBe(memo?.['report']);
    expect(Object.keys(memo ?? {}).sort()).toEqual(['report', 'saved_view', 'view_revision']);
    expect(await outboxOf(runId)).toEqual([{ kind: 'start_report_run', sent: true, tries: 0 }]);
  });

  it('retries after an unavailable reader, and fails with the code of a refusal', async () => {
    let asked = 0;
    startWorker(() => {
      asked += 1;
      return Promise.reject(new Refusal(asked === 1 ? 'dependency_unavailable' : 'budget_exceeded', 'So it is.'));
    });
    const runId = await stored();
    await drainOutbox(relay, going);
    const handle = client.workflow.getHandle(runId);
    await expect.poll(async () => (await run(runId)).state, { timeout: 10_000 }).toBe('failed');
    expect(await waitForWorkflowEnd(handle)).toEqual({
      status: 'FAILED',
      type: 'budget_exceeded',
      message: 'budget_exceeded: So it is. (refused permanently at attempt 2 of 5)',
      details: [{ state: 'failed', failure_code: 'budget_exceeded', failure_detail: 'So it is.' }],
    });
    expect(await run(runId)).toMatchObject({ attempt: 2, failure_code: 'budget_exceeded' });
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCode)).toBe('budget_exceeded');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCause)).toEqual(['So it is.']);
  });

  it('runs once although its start was relayed twice', async () => {
    let asked = 0;
    const gate = createGate();
    startWorker((question) => {
      asked += 1;
      return gate.reader(question);
    });
    const runId = await stored();
    await drainOutbox(relay, going);
    await expect.poll(async () => (await run(runId)).state, { timeout: 10_000 }).toBe('running');
    await createLostRunStore(world.pool, world.clock).startAgain(runId);
    await drainOutbox(relay, going);
    gate.open();
    expect(await client.workflow.getHandle(runId).result()).toEqual({ state: 'ready', failure_code: '' });
    expect(asked).toBe(1);
    expect((await outboxOf(runId)).map(({ sent }) => sent)).toEqual([true, true]);
  });

  it('stops reading when it is cancelled, and ends as cancelled', async () => {
    const gate = createGate();
    startWorker(gate.reader);
    const runId = await stored();
    await drainOutbox(relay, going);
    await expect.poll(async () => (await run(runId)).state, { timeout: 10_000 }).toBe('running');
    await world.runs.cancel(runId);
    await drainOutbox(relay, going);
    expect(await waitForWorkflowEnd(client.workflow.getHandle(runId))).toEqual({ status: 'CANCELLED' });
    gate.open();
    expect(await run(runId)).toMatchObject({ state: 'cancelled', attempt: 1 });
  });

  it('does not start after an earlier cancellation, and a cancellation without a workflow is completed', async () => {
    const runId = await stored();
    await world.runs.cancel(runId);
    await drainOutbox(relay, going);
    await expect(client.workflow.getHandle(runId).describe()).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
    expect(await outboxOf(runId)).toEqual([
      { kind: 'start_report_run', sent: true, tries: 0 },
      { kind: 'cancel_report_run', sent: true, tries: 0 },
    ]);
  });

  it('is requeued and restarted by the reconciler after its workflow was terminated by hand', async () => {
    const gate = createGate();
    const first = startWorker(gate.reader);
    const runId = await stored();
    await drainOutbox(relay, going);
    await expect.poll(async () => (await run(runId)).state, { timeout: 10_000 }).toBe('running');
    await client.workflow.getHandle(runId).terminate('by hand');
    gate.open();
    await first.stop();
    const other = await stored();
    await drainOutbox(relay, going);
    await client.workflow.getHandle(other).terminate('by hand, before its first attempt');
    expect((await run(other)).state).toBe('queued');

    later(300);
    await reconcile(reconciling());
    await reconcile(reconciling());
    startWorker(answers);
    await drainOutbox(relay, going);
    await expect.poll(async () => (await run(other)).state, { timeout: 10_000 }).toBe('ready');
    await expect.poll(async () => (await run(runId)).state, { timeout: 10_000 }).toBe('ready');
    expect((await run(other)).attempt).toBe(1);
    expect(await outboxOf(other)).toHaveLength(2);
  });
});

describe('a deleted report', () => {
  const deleteReport = async (runId: string): Promise<void> => {
    const deletion = await createReportStore(world.pool, world.clock).delete((await run(runId)).report_id);
    expect(deletion?.runsRemoved).toBe(1);
    expect(await world.documents.findRun(runId)).toBeUndefined();
  };
  const ends = async (runId: string): Promise<void> => {
    const handle = client.workflow.getHandle(runId);
    expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'CANCELLED' });
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.runState)).toBe('cancelled');
    const { rows } = await world.pool.query('SELECT run_id FROM report_runs WHERE run_id = $1', [runId]);
    expect(rows).toEqual([]);
    const answered = await world.pool.query('SELECT run_id FROM report_answers WHERE run_id = $1', [runId]);
    expect(answered.rows).toEqual([]);
  };

  it('while its run is running leaves no open workflow and no row', async () => {
    const gate = createGate();
    startWorker(gate.reader);
    const runId = await stored();
    await drainOutbox(relay, going);
    await expect.poll(async () => (await run(runId)).state, { timeout: 10_000 }).toBe('running');
    await deleteReport(runId);
    await drainOutbox(relay, going);
    await ends(runId);
    gate.open();
  });

  it('while its run waits for the next attempt leaves no open workflow and no row', async () => {
    startWorker(() => Promise.reject(new Error('away')));
    const runId = await stored();
    await drainOutbox(relay, going);
    await expect
      .poll(async () => (await run(runId)).attempt === 1 && (await run(runId)).state, { timeout: 10_000 })
      .toBe('queued');
    await deleteReport(runId);
    await drainOutbox(relay, going);
    await ends(runId);
  });

  it('before its run has started starts nothing', async () => {
    const runId = await stored();
    await deleteReport(runId);
    await drainOutbox(relay, going);
    await expect(client.workflow.getHandle(runId).describe()).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
  });

  it('while the relay starts its run, after the cancellation found no workflow, ends at its first attempt', async () => {
    let asked = 0;
    startWorker(() => {
      asked += 1;
      return Promise.resolve(makeAnswer());
    });
    const runId = await stored();
    const find: RelayParts['runStarts']['find'] = async (id) => {
      const found = await relay.runStarts.find(id);
      if (id !== runId) return found;
      await deleteReport(runId);
      await drainOutbox(relay, going);
      return found;
    };
    await drainOutbox({ ...relay, runStarts: { find } }, going);
    expect(await outboxOf(runId)).toEqual([
      { kind: 'start_report_run', sent: true, tries: 0 },
      { kind: 'cancel_report_run', sent: true, tries: 0 },
    ]);
    await ends(runId);
    expect(asked).toBe(0);
  });
});

describe('the reconciler', () => {
  it('counts an attempt with a lapsed lease as failed and orders the next one', async () => {
    const runId = await stored();
    await world.runs.claim({ runId, leaseMs: 15_000 });
    later(14);
    await reconcile(reconciling());
    expect(await run(runId)).toMatchObject({ state: 'running', attempt: 1 });
    later(1);
    await reconcile(reconciling());
    expect(await run(runId)).toMatchObject({ state: 'queued', attempt: 1 });
    expect(await outboxOf(runId)).toHaveLength(2);
  });

  it('leaves a run alone whose start is already in progress', async () => {
    const runId = await stored();
    later(1_000);
    await reconcile(reconciling());
    expect(await outboxOf(runId)).toHaveLength(1);
  });
});

describe('the outbox', () => {
  it('gives an item to one relay at a time, and to another after the lease has lapsed', async () => {
    await drainOutbox({ ...relay, client: absentTemporal() }, going);
    later(100);
    const runId = await stored();
    const mine = async () =>
      (await outbox.lease({ kinds: ['start_report_run'], limit: 1_000, leaseMs: 15_000 })).filter(
        ({ workflowId }) => workflowId === runId,
      );
    expect(await mine()).toHaveLength(1);
    expect(await mine()).toHaveLength(0);
    later(15);
    expect(await mine()).toHaveLength(1);
  });

  it('stops retries of an item after 20 failures of its own, until an equal item is sent', async () => {
    const runId = await stored();
    const take = async () =>
      (await outbox.lease({ kinds: ['start_report_run'], limit: 1_000, leaseMs: 1 })).find(
        ({ workflowId }) => workflowId === runId,
      );
    for (let tries = 0; tries < 20; tries += 1) {
      await outbox.reschedule((await take())!, 'INVALID_ARGUMENT');
      later(61);
    }
    expect(await take()).toBeUndefined();
    expect((await outbox.counts()).dead).toBe(1);
    await createLostRunStore(world.pool, world.clock).startAgain(runId);
    await outbox.markSent((await take())!);
    expect((await outbox.counts()).dead).toBe(0);
  });

  it('lets an item wait, without counting, while Temporal is unavailable', async () => {
    const runId = await stored();
    for (let tries = 0; tries < 25; tries += 1) {
      await drainOutbox({ ...relay, client: absentTemporal() }, going);
      later(1);
    }
    expect(await outboxOf(runId)).toEqual([{ kind: 'start_report_run', sent: false, tries: 0 }]);
  });
});

/** A client whose calls fail as if no server listened. */
function absentTemporal(): Client {
  const absent = new Client({ namespace: randomUUID(), connection });
  absent.withDeadline = () =>
    Promise.reject(Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: '', metadata: {} }));
  return absent;
}
