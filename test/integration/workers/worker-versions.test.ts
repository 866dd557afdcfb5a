import { randomUUID } from 'node:crypto';
import type { Client, WorkflowHandle } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { nudgeDispatcher } from '../../../worker/relay/nudge-dispatcher.ts';
import { REPORT_RUN_WORKFLOW, REQUESTED_RUNS_TASK_QUEUE } from '../../../workflows/public.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { openTemporalWorld } from '../../../testing/engines/temporal-world.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createFakeRun, type FakeRun } from '../../workflow/fake-run.ts';
import { createFakePlans, type FakePlans } from '../../workflow/fake-schedules.ts';
import { WORKER_QUEUES } from '../../../worker/worker-queues.ts';
import { workOnQueue } from '../../../worker/work-on-queue.ts';

const TIMEOUTS = { heartbeatMs: 5_000, attemptMs: 60_000 };
/** A fixed name, because a namespace accepts a hundred names and then blocks workers permanently. */
const DEPLOYMENT = 'truetally';

const { RoutingConfigUpdateState } = proto.temporal.api.enums.v1;

let connection: NativeConnection;
let client: Client;
let namespace: string;
beforeAll(async () => {
  ({ namespace, connection, client } = await openTemporalWorld());
});
afterAll(() => connection.close());

/** Starts a worker of runs and a worker of dispatchers of one version, which run until the test ends. */
function startVersion(buildId: string, run: FakeRun, plans: FakePlans): void {
  const stopping = new AbortController();
  const parts = {
    connection,
    namespace,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    version: { deploymentName: DEPLOYMENT, buildId },
    log: silentLog,
  };
  const working = Promise.all([
    workOnQueue(
      WORKER_QUEUES.requestedRuns,
      { ...parts, activities: run.activities },
      () => undefined,
      stopping.signal,
    ),
    workOnQueue(WORKER_QUEUES.dispatch, { ...parts, activities: plans.activities }, () => undefined, stopping.signal),
  ]);
  onTestFinished(async () => {
    stopping.abort();
    await working;
  });
}

/**
 * Makes a version current, like `temporal worker deployment set-current-version`. The server refuses this until it has
 * registered both queues. The change is in force when it has reached all of them: a task that is assigned earlier goes
 * to the previous version.
 */
async function setCurrent(buildId: string): Promise<void> {
  const { workflowService } = connection;
  await waitUntil(async () => {
    const { workerDeploymentVersionInfo } = await workflowService.describeWorkerDeploymentVersion({
      namespace,
      deploymentVersion: { deploymentName: DEPLOYMENT, buildId },
    });
    return (workerDeploymentVersionInfo?.taskQueueInfos ?? []).length >= 4;
  }, 30);
  await workflowService.setWorkerDeploymentCurrentVersion({ namespace, deploymentName: DEPLOYMENT, buildId });
  await waitUntil(async () => {
    const request = { namespace, deploymentName: DEPLOYMENT };
    const { workerDeploymentInfo } = await workflowService.describeWorkerDeployment(request);
    return (
      workerDeploymentInfo?.routingConfigUpdateState === RoutingConfigUpdateState.ROUTING_CONFIG_UPDATE_STATE_COMPLETED
    );
  }, 30);
}

const startRun = (): Promise<WorkflowHandle> =>
  client.workflow.start(REPORT_RUN_WORKFLOW, {
    workflowId: randomUUID(),
    taskQueue: REQUESTED_RUNS_TASK_QUEUE,
    args: [{ runId: 'rrun_1', attempt: 0, timeouts: TIMEOUTS }],
  });

/** The versions that completed the tasks of a workflow, in order and once each. */
async function versionsOf(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  const builds = (events ?? []).flatMap(
    (event) => event.workflowTaskCompletedEventAttributes?.deploymentVersion?.buildId ?? [],
  );
  return [...new Set(builds)];
}

describe('versioned workers', () => {
  it('accept nothing before they are current; a run stays with its version, a dispatcher continues with the next', async () => {
    const [old, young] = [
      createFakeRun([{ fails: 'reader_unavailable' }, { answers: 'ready' }]),
      createFakeRun([{ answers: 'ready' }]),
    ];
    const [oldPlans, youngPlans] = [createFakePlans({ dueInMs: 86_400_000 }), createFakePlans()];
    startVersion('1', old, oldPlans);
    const first = await startRun();
    await waitUntil(async () => {
      const { workerDeploymentVersionInfo } = await connection.workflowService.describeWorkerDeploymentVersion({
        namespace,
        deploymentVersion: { deploymentName: DEPLOYMENT, buildId: '1' },
      });
      return (workerDeploymentVersionInfo?.taskQueueInfos ?? []).length > 0;
    }, 30);
    expect((await first.fetchHistory()).events).toHaveLength(2);
    expect(old.row.attempt).toBe(0);

    await setCurrent('1');
    const workspaceId = `t_${randomUUID()}`;
    const workspace = {
      organizationId: 'org_1',
      organizationName: 'Acme',
      workspaceId,
      workspaceName: 'Figures',
      isNeeded: true,
    };
    await nudgeDispatcher(client, workspace, TIMEOUTS);
    await waitUntil(() => Promise.resolve(old.row.attempt === 1 && oldPlans.count() === 1), 30);

    startVersion('2', young, youngPlans);
    await setCurrent('2');
    const second = await startRun();
    await nudgeDispatcher(client, workspace, TIMEOUTS);
    const dispatcher = client.workflow.getHandle(workspaceId);
    expect(await first.result()).toEqual({ state: 'ready', failure_code: '' });
    expect(await second.result()).toEqual({ state: 'ready', failure_code: '' });
    await dispatcher.result();
    expect(await versionsOf(first)).toEqual(['1']);
    expect(await versionsOf(second)).toEqual(['2']);
    expect(await versionsOf(dispatcher)).toEqual(['1', '2']);
    expect([old.row.attempt, young.row.attempt]).toEqual([2, 1]);
    expect([oldPlans.count(), youngPlans.count()]).toEqual([1, 1]);
  });
});
