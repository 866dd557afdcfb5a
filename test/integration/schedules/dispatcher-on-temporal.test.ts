import { randomUUID } from 'node:crypto';
import type { Client, WorkflowHandle } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { nudgeDispatcher } from '../../../worker/relay/nudge-dispatcher.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { openTemporalWorld } from '../../../testing/engines/temporal-world.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createFakeRun, type Fate } from '../../workflow/fake-run.ts';
import { makeOccurrence, createFakeOccurrence, createFakePlans, type PlanStep } from '../../workflow/fake-schedules.ts';
import { WORKER_QUEUES } from '../../../worker/worker-queues.ts';
import { workOnQueue } from '../../../worker/work-on-queue.ts';

const TIMEOUTS = { heartbeatMs: 5_000, attemptMs: 60_000 };

let connection: NativeConnection;
let client: Client;
let namespace: string;
beforeAll(async () => {
  ({ namespace, connection, client } = await openTemporalWorld());
});
afterAll(() => connection.close());

/** Starts workers of both queues that run until the test ends, with plans in order and one row for all occurrences. */
function open(steps: PlanStep[], fates: readonly Fate[]) {
  const plans = createFakePlans(...steps);
  const run = createFakeRun(fates);
  const occurrence = createFakeOccurrence(run);
  const stopping = new AbortController();
  const parts = { connection, namespace, workflowBundle: { codePath: inject('workflowBundlePath') }, log: silentLog };
  const working = Promise.all([
    workOnQueue(WORKER_QUEUES.dispatch, { ...parts, activities: plans.activities }, () => undefined, stopping.signal),
    workOnQueue(
      WORKER_QUEUES.dueRuns,
      { ...parts, activities: { ...run.activities, ...occurrence.activities } },
      () => undefined,
      stopping.signal,
    ),
  ]);
  onTestFinished(async () => {
    stopping.abort();
    await working;
  });
  const workspaceId = `t_${randomUUID()}`;
  const nudge = async (): Promise<WorkflowHandle> => {
    const workspace = {
      organizationId: 'org_1',
      organizationName: 'Acme',
      workspaceId,
      workspaceName: 'Figures',
      isNeeded: true,
    };
    await nudgeDispatcher(client, workspace, TIMEOUTS);
    return client.workflow.getHandle(workspaceId);
  };
  return { plans, run, occurrence, nudge };
}

async function timersOf(handle: WorkflowHandle): Promise<number[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
    timer ? [Number(timer.startToFireTimeout?.seconds ?? 0)] : [],
  );
}

describe('an occurrence in flight, on a real server', () => {
  it('whose workflow is terminated by hand is restarted after 5 s', async () => {
    const inFlight = makeOccurrence(`rocc_${randomUUID()}`);
    const { nudge, run, occurrence } = open([{ inFlight }, { inFlight }], ['keeps working', { answers: 'ready' }]);
    const handle = await nudge();
    await waitUntil(() => Promise.resolve(run.row.state === 'running'), 30);
    await client.workflow.getHandle(inFlight.occurrenceId).terminate('by hand');
    await waitUntil(async () => (await timersOf(handle)).length === 1, 30);
    run.row.state = 'queued';
    await handle.result();
    expect(await timersOf(handle)).toEqual([5]);
    expect(occurrence.row.state).toBe('delivered');
    expect(run.row.attempt).toBe(2);
  });

  it('that another workflow runs is checked again after 30 s, or after a nudge', async () => {
    const inFlight = makeOccurrence(`rocc_${randomUUID()}`);
    const { nudge, plans } = open([{ inFlight }], []);
    // After any start, it is open under the occurrence's id.
    await client.workflow.start('reportOccurrence', {
      workflowId: inFlight.occurrenceId,
      taskQueue: `elsewhere-${inFlight.occurrenceId}`,
    });
    const handle = await nudge();
    await waitUntil(async () => (await timersOf(handle)).length === 1, 30);
    expect(await timersOf(handle)).toEqual([30]);
    expect(plans.count()).toBe(1);
    await nudge();
    await handle.result();
    expect(plans.count()).toBe(2);
    await client.workflow.getHandle(inFlight.occurrenceId).terminate('the test is over');
  });
});

describe('a dispatcher whose next schedule is due in decades, on a real server', () => {
  it('sleeps until then, and plans again after a nudge', async () => {
    const seventyYears = 70 * 365 * 86_400;
    const { nudge, plans } = open([{ dueInMs: seventyYears * 1_000 }], []);
    const handle = await nudge();
    await waitUntil(async () => (await timersOf(handle)).length === 1, 30);
    expect(await timersOf(handle)).toEqual([seventyYears]);
    await nudge();
    await handle.result();
    expect(plans.count()).toBe(2);
  });
});
