import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import type { PlannedWorkspace } from '../../activities/schedules/dispatch-activities.ts';
import { occurrenceWorkflowId } from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { createFakeRun, type Fate } from './fake-run.ts';
import {
  makeOccurrence,
  createFakeOccurrence,
  createFakePlans,
  type FakePlans,
  type PlanStep,
  type StepFate,
} from './fake-schedules.ts';
import { openScheduleServer, type ScheduleServer } from './schedule-server.ts';
import { eventually, readSummaries } from './skipping-server.ts';

interface World {
  readonly plans: FakePlans;
  readonly server: ScheduleServer;
  readonly run: ReturnType<typeof createFakeRun>;
  readonly occurrence: ReturnType<typeof createFakeOccurrence>;
}

/** Opens a server with plans in order, and one occurrence's row for all occurrences. */
async function open(
  steps: PlanStep[],
  fates: readonly Fate[] = [{ answers: 'ready' }],
  begin: readonly StepFate[] = [],
): Promise<World> {
  const plans = createFakePlans(...steps);
  const run = createFakeRun(fates);
  const occurrence = createFakeOccurrence(run, { begin });
  const server = await openScheduleServer(plans.activities, { ...run.activities, ...occurrence.activities });
  return { plans, server, run, occurrence };
}

const claimed = (
  reportName = 'Monday figures',
): Partial<PlannedWorkspace> & { inFlight: { occurrenceId: string } } => ({
  inFlight: makeOccurrence(`rocc_${randomUUID()}`, { reportName }),
});

const detailsOf = async (handle: WorkflowHandle): Promise<string> =>
  (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;

async function timersOf(handle: WorkflowHandle): Promise<number[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
    timer ? [Number(timer.startToFireTimeout?.seconds ?? 0)] : [],
  );
}

/** The maximum seconds of the attempts of an occurrence's run, and the maximum seconds between their heartbeats. */
async function attemptTimeouts({ client }: ScheduleServer, occurrenceId: string): Promise<[number, number][]> {
  const { events } = await client.workflow.getHandle(occurrenceWorkflowId(occurrenceId)).fetchHistory();
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled?.activityType?.name === 'executeAttempt'
      ? [[Number(scheduled.startToCloseTimeout?.seconds), Number(scheduled.heartbeatTimeout?.seconds)]]
      : [],
  );
}

const statusOf = async (handle: WorkflowHandle): Promise<string> => (await handle.describe()).status.name;

describe('a dispatcher', () => {
  it('gives a run the time-outs of the planning worker, and its own only without those', async () => {
    const timeouts = { heartbeatMs: 7_000, attemptMs: 1_800_000 };
    const [first, second] = [
      makeOccurrence(`rocc_${randomUUID()}`),
      makeOccurrence(`rocc_${randomUUID()}`, { timeouts }),
    ];
    const run = createFakeRun([{ answers: 'ready' }, { answers: 'ready' }]);
    const plans = createFakePlans({ inFlight: first }, () => {
      run.row.state = 'queued';
      occurrence.row.state = 'claimed';
      return Promise.resolve({ inFlight: second });
    });
    const occurrence = createFakeOccurrence(run);
    const server = await openScheduleServer(plans.activities, { ...run.activities, ...occurrence.activities });
    await (await server.nudge({ timeouts: { heartbeatMs: 5_000, attemptMs: 600_000 } })).result();
    expect(await attemptTimeouts(server, first.occurrenceId)).toEqual([[600, 5]]);
    expect(await attemptTimeouts(server, second.occurrenceId)).toEqual([[1_800, 7]]);
  });

  it('runs one due schedule after the other, and ends if nothing is armed', async () => {
    const [first, second] = [claimed('First'), claimed('Second')];
    const { plans, server } = await open([first, second]);
    const handle = await server.nudge();
    await handle.result();
    expect(plans.count()).toBe(3);
    const children = (await handle.fetchHistory()).events?.flatMap(
      ({ startChildWorkflowExecutionInitiatedEventAttributes: child }) => child?.workflowId ?? [],
    );
    expect(children).toEqual([first.inFlight.occurrenceId, second.inFlight.occurrenceId]);
    expect(await readSummaries(handle)).toEqual(['plan due schedules', 'plan due schedules', 'plan due schedules']);
    const carried = server.client.workflow.getHandle(occurrenceWorkflowId(first.inFlight.occurrenceId));
    expect((await readSummaries(carried))[0]).toBe('Scheduled 2026-03-02T08:00:00.000Z: report “First”');
    const child = await carried.describe();
    expect(child.taskQueue).toBe('truetally-due-runs');
    expect(child.memo).toMatchObject({ report: 'First', skipped_count: 2 });
    expect(child.typedSearchAttributes.get(SEARCH_ATTRIBUTES.occurrenceState)).toBe('delivered');
    expect(child.typedSearchAttributes.get(SEARCH_ATTRIBUTES.scheduledFor)).toEqual(
      new Date('2026-03-02T08:00:00.000Z'),
    );
  });

  it('sleeps exactly until the next schedule is due, and shows this', async () => {
    const schedules = '- Monday figures (`sch_1`): next 2026-03-02T08:00:00.000Z';
    const { plans, server } = await open([{ dueInMs: 3_600_000, schedules }]);
    const handle = await server.nudge();
    await eventually(() => timersOf(handle)).toEqual([3_600]);
    expect(await detailsOf(handle)).toMatch(
      /^- \*\*Workspace:\*\* Figures\n- \*\*In flight:\*\* nothing\n- \*\*Next check:\*\* \S+Z\n\n\*\*Schedules, the longest overdue first\*\*\n\n- Monday figures/,
    );
    await server.pass(3_599);
    expect(plans.count()).toBe(1);
    await server.pass(1);
    await handle.result();
    expect(plans.count()).toBe(2);
    expect(await readSummaries(handle)).toContainEqual(
      expect.stringMatching(/^until \S+Z, when the next schedule is due$/),
    );
  });

  it('shows the next due schedule and overdue ones in the list, for as long as they exist', async () => {
    const overdue = ['overdue since 2026-03-02T07:00Z: Monday figures'];
    const dueAt = '2026-03-02T09:00:00.000Z';
    const { server } = await open([
      { dueInMs: 3_600_000, dueAt, overdue },
      { dueInMs: 3_600_000, dueAt, overdue },
      { dueInMs: 7_200_000, dueAt },
    ]);
    const handle = await server.nudge();
    const shown = async () => {
      const { typedSearchAttributes: found } = await handle.describe();
      return [found.get(SEARCH_ATTRIBUTES.failureCause), found.get(SEARCH_ATTRIBUTES.scheduledFor)?.toISOString()];
    };
    await eventually(() => timersOf(handle)).toEqual([3_600]);
    expect(await shown()).toEqual([overdue, dueAt]);
    await server.nudge();
    await eventually(() => timersOf(handle)).toEqual([3_600, 3_600]);
    await server.nudge();
    await eventually(() => timersOf(handle)).toEqual([3_600, 3_600, 7_200]);
    expect(await shown()).toEqual([undefined, dueAt]);
    const { events } = await handle.fetchHistory();
    const upserts = (events ?? []).flatMap(({ upsertWorkflowSearchAttributesEventAttributes: upsert }) =>
      upsert ? [Object.keys(upsert.searchAttributes?.indexedFields ?? {}).sort()] : [],
    );
    expect(upserts).toEqual([['TemporalChangeVersion'], ['FailureCause', 'ScheduledFor'], ['FailureCause']]);
    await handle.terminate('the test is over');
  });

  it('remains while the server has paused a schedule, and ends after its owner’s action', async () => {
    const overdue = ['paused, view_changed: Monday figures'];
    const schedules =
      '- “Monday figures” (`sch_1`): **paused by the server since 2026-03-02T07:00:00.000Z**, view_changed';
    const { plans, server } = await open([{ overdue, schedules }]);
    const handle = await server.nudge();
    await eventually(() => detailsOf(handle)).toContain('paused by the server since');
    expect(await statusOf(handle)).toBe('RUNNING');
    expect((await handle.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCause)).toEqual(overdue);
    await server.nudge();
    await handle.result();
    expect(plans.count()).toBe(2);
    expect((await handle.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCause)).toBeUndefined();
  });

  it('plans again without a wait if a plan left something due', async () => {
    const { plans, server } = await open([{ dueInMs: 0 }]);
    const handle = await server.nudge();
    await handle.result();
    expect(plans.count()).toBe(2);
    expect(await timersOf(handle)).toEqual([]);
  });

  it('plans again when it is nudged during its sleep', async () => {
    const { plans, server } = await open([{ dueInMs: 3_600_000 }]);
    const handle = await server.nudge();
    await eventually(() => timersOf(handle)).toEqual([3_600]);
    await server.nudge();
    await handle.result();
    expect(plans.count()).toBe(2);
  });

  it.each([
    ['nothing was armed', {}, []],
    // The dispatcher receives the nudge after its plan, and ends its sleep.
    ['a schedule was due later', { dueInMs: 3_600_000 }, [3_600]],
  ])('plans again when it is nudged while it planned that %s', async (_, plan, timers) => {
    let finish = (): void => undefined;
    const planning = new Promise<Partial<PlannedWorkspace>>((resolve) => (finish = () => resolve(plan)));
    const { plans, server } = await open([() => planning]);
    const handle = await server.nudge();
    await eventually(() => plans.count()).toBe(1);
    await server.nudge();
    finish();
    await handle.result();
    expect(plans.count()).toBe(2);
    expect(await timersOf(handle)).toEqual(timers);
  });

  it('plans once after an occurrence during which it was nudged', async () => {
    const { plans, server, run } = await open([claimed()], ['keeps working']);
    const handle = await server.nudge();
    await eventually(() => run.row.state).toBe('running');
    await server.nudge();
    expect(plans.count()).toBe(1);
    run.cancel();
    const [child] = await childIdsOf(handle);
    await server.client.workflow.getHandle(child!).cancel();
    await handle.result();
    expect(plans.count()).toBe(2);
  });

  it('that has ended is started by the next nudge', async () => {
    const { plans, server } = await open([]);
    const first = await server.nudge();
    await first.result();
    const second = await server.nudge();
    await second.result();
    expect(plans.count()).toBe(2);
  });

  it('keeps planning, with pauses of at most 10 s, while the store is unavailable', async () => {
    const { plans, server } = await open(['fails', 'fails', 'fails', 'fails']);
    const handle = await server.nudge();
    // Before these attempts, the first attempt was a local activity.
    for (const [index, seconds] of [1, 2, 4].entries()) {
      await eventually(() => plans.count()).toBe(index + 2);
      await eventually(async () => (await handle.describe()).raw.pendingActivities?.[0]?.attempt).toBe(index + 2);
      await server.pass(seconds);
    }
    await handle.result();
    expect(plans.count()).toBe(5);
  });

  it('plans in a local activity without failures, and leaves retries to Temporal', async () => {
    const { server } = await open([{ dueInMs: 0 }, 'fails']);
    const handle = await server.nudge();
    await handle.result();
    const { events } = await handle.fetchHistory();
    const asked = (events ?? []).flatMap(({ markerRecordedEventAttributes: marker, ...event }) => {
      if (marker?.markerName === 'core_local_activity') return [marker.failure ? 'failed at hand' : 'planned at hand'];
      return event.activityTaskScheduledEventAttributes ? ['activity'] : [];
    });
    expect(asked).toEqual(['planned at hand', 'failed at hand', 'activity']);
  });

  it('starts an occurrence that its plan has begun with its run', async () => {
    const begun = { ...claimed().inFlight, state: 'running', runId: 'rrun_1', runAttempt: 0 } as const;
    const { server, occurrence } = await open([{ inFlight: begun }]);
    Object.assign(occurrence.row, { state: 'running', runId: 'rrun_1' });
    const handle = await server.nudge();
    await handle.result();
    const child = server.client.workflow.getHandle(occurrenceWorkflowId(begun.occurrenceId));
    expect((await child.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.reportRunId)).toBe('rrun_1');
    expect((await readSummaries(child)).slice(1)).toEqual(['read report and deliver, attempt 1 of 5']);
  });
});

async function childIdsOf(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(
    ({ startChildWorkflowExecutionInitiatedEventAttributes: child }) => child?.workflowId ?? [],
  );
}

describe('an occurrence in flight', () => {
  // A real server tests occurrences that are terminated or complete elsewhere, because this server does not notify the
  // parent.
  it.each([
    ['failed', 'FAILED', [{ refused: 'budget_exceeded' }]],
    ['was cancelled', 'CANCELLED', ['keeps working']],
  ] as const)('that %s is planned past immediately', async (_what, status, fates) => {
    const plan = claimed();
    const { plans, server, run } = await open([plan], fates);
    const handle = await server.nudge();
    if (status === 'CANCELLED') {
      await eventually(() => run.row.state).toBe('running');
      await server.client.workflow.getHandle(plan.inFlight.occurrenceId).cancel();
    }
    await handle.result();
    expect(await statusOf(server.client.workflow.getHandle(plan.inFlight.occurrenceId))).toBe(status);
    expect(await statusOf(handle)).toBe('COMPLETED');
    expect(plans.count()).toBe(2);
    expect(await timersOf(handle)).toEqual([]);
  });

  it('whose workflow was ended by a defect is restarted after 5 s', async () => {
    const plan = claimed();
    const { server, occurrence } = await open([plan, plan], [{ answers: 'ready' }], ['meets a defect']);
    const handle = await server.nudge();
    await eventually(() => timersOf(handle)).toEqual([5]);
    expect(await detailsOf(handle)).toContain('- **Its workflow:** restarted in 5 s');
    await server.pass(5);
    await handle.result();
    expect(occurrence.row.state).toBe('delivered');
    expect(await childIdsOf(handle)).toEqual([plan.inFlight.occurrenceId, plan.inFlight.occurrenceId]);
  });

  it('continues if its dispatcher is cancelled by hand', async () => {
    const plan = claimed();
    const { server, run } = await open([plan], ['keeps working']);
    const handle = await server.nudge();
    await eventually(() => run.row.state).toBe('running');
    await handle.cancel();
    await eventually(() => statusOf(handle)).toBe('CANCELLED');
    const child = server.client.workflow.getHandle(plan.inFlight.occurrenceId);
    expect(await statusOf(child)).toBe('RUNNING');
    expect(run.row.state).toBe('running');
    await child.terminate('the test is over');
  });
});

describe('continuing as new', () => {
  it('keeps memo, attributes and a nudge that arrived in the meantime', async () => {
    let finish = (): void => undefined;
    const planning = new Promise<Partial<PlannedWorkspace>>((resolve) => (finish = () => resolve({ dueInMs: 60_000 })));
    const { plans, server } = await open([() => planning, { dueInMs: 3_600_000 }]);
    const first = await server.nudge({ maxEvents: 5 });
    const { runId } = await first.describe();
    await eventually(() => plans.count()).toBe(1);
    await server.nudge({ maxEvents: 5 });
    finish();
    await eventually(() => plans.count()).toBe(2);
    const handle = server.client.workflow.getHandle(first.workflowId);
    await eventually(() => timersOf(handle)).toEqual([3_600]);
    const { memo, typedSearchAttributes, ...next } = await handle.describe();
    expect(next.runId).not.toBe(runId);
    expect(memo).toEqual({ workspace: 'Figures' });
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.workspaceId)).toBe(first.workflowId);
    await handle.terminate('the test is over');
  });
});
