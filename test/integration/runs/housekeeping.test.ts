import { Client, ScheduleOverlapPolicy, type ScheduleDescription } from '@temporalio/client';
import { NativeConnection, type Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasSweepWork } from '../../../activities/installation/has-sweep-work.ts';
import { createRetentionActivities } from '../../../activities/installation/retention-activities.ts';
import { evalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import { SWEEP_START } from '../../../domain/installation/retention-sweep.ts';
import { noFaultPoints } from '../../../domain/kernel/fault-points.ts';
import { createHousekeepingTurnStore } from '../../../store/installation/housekeeping-turn-store.ts';
import { runHousekeeping } from '../../../worker/run-housekeeping.ts';
import { ensureRetentionSchedule } from '../../../worker/temporal/ensure-retention-schedule.ts';
import {
  HOUSEKEEPING_TASK_QUEUE,
  RETENTION_SWEEP_SCHEDULE_ID,
  RETENTION_SWEEP_WORKFLOW,
} from '../../../workflows/public.ts';
import { openTemporalWorld } from '../../../testing/engines/temporal-world.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { daysAfterEnd, ENDED, openSweptWorld, type SweptWorld } from '../store/installation/swept-world.ts';

const stopping = new AbortController();
const workers: Worker[] = [];
let world: SweptWorld;
let connection: NativeConnection;
let client: Client;
let ended: Promise<unknown>;

/** Starts two workers of one installation at the same moment. */
beforeAll(async () => {
  const temporal = await openTemporalWorld();
  ({ connection, client } = temporal);
  world = await openSweptWorld();
  const start = async (): Promise<void> => {
    const own = await NativeConnection.connect({ address: inject('temporalAddress') });
    const log = pino({ level: 'silent' });
    const parts = {
      connection: own,
      namespace: temporal.namespace,
      workflowBundle: { codePath: inject('workflowBundlePath') },
      log,
      client: new Client({ connection: own, namespace: temporal.namespace }),
      activities: {
        ...createRetentionActivities({
          sweeps: world.sweeps,
          contents: { removeDue: () => Promise.resolve(0) },
          clock: world.clock,
          faultPoints: noFaultPoints,
          log,
        }),
        findDueJudges: () => Promise.resolve([]),
        validateJudge: () => Promise.reject(new Error('No judge is due here.')),
        requestRefits: () => Promise.resolve([]),
        fitCalibration: () => Promise.reject(new Error('No fit is requested here.')),
      },
      clock: world.clock,
      looks: createHousekeepingTurnStore(world.pool, world.clock),
      hasWork: {
        retention: () => hasSweepWork({ sweeps: world.sweeps, contents: { hasDue: () => Promise.resolve(false) } }),
        validation: () => Promise.resolve(false),
        judging: () => Promise.resolve(false),
        refit: () => Promise.resolve(false),
      },
      autoValidate: evalsSettings().validation.autoValidate,
      judging: { isWanted: false, heartbeatMs: 1_000, namesArePlain: true },
      refits: { intervalMs: undefined, heartbeatMs: 1_000 },
    };
    await runHousekeeping(parts, (worker) => workers.push(worker), stopping.signal);
    await own.close();
  };
  ended = Promise.all([start(), start()]);
  await waitUntil(() => Promise.resolve(workers.length === 2), 30);
  await waitUntil(async () => (await schedules()).length > 0, 30);
  // The first check ends before a test pauses the schedule.
  await waitUntil(async () => (await world.sweeps.last()) !== undefined, 30);
});
afterAll(async () => {
  stopping.abort();
  await ended;
  await connection.close();
  await world.close();
});

async function schedules(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { scheduleId } of client.schedule.list()) ids.push(scheduleId);
  return ids;
}

const describeSchedule = (): Promise<ScheduleDescription> =>
  client.schedule.getHandle(RETENTION_SWEEP_SCHEDULE_ID).describe();

describe('the schedule of the retention sweep', () => {
  it('exists once, for workers to trigger, and never runs two sweeps concurrently', async () => {
    await Promise.all([ensureRetentionSchedule(client), ensureRetentionSchedule(client)]);
    expect(await schedules()).toEqual([RETENTION_SWEEP_SCHEDULE_ID]);
    const { spec, policies, action, state, info } = await describeSchedule();
    expect([spec.intervals, info.nextActionTimes]).toEqual([[], []]);
    expect(policies).toMatchObject({ overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: 3_600_000 });
    expect(action).toMatchObject({
      workflowType: RETENTION_SWEEP_WORKFLOW,
      workflowId: RETENTION_SWEEP_SCHEDULE_ID,
      taskQueue: HOUSEKEEPING_TASK_QUEUE,
      args: [{ timeouts: { heartbeatMs: 30_000, sliceMs: 60_000 } }],
    });
    expect(state).toMatchObject({
      paused: false,
      note: expect.stringMatching(/^Looked for hourly: removes answers/) as string,
    });
  });

  it('records a check that finds nothing, and starts a sweep when there is something, with details', async () => {
    expect(await world.sweeps.last()).toEqual({ finishedAt: new Date(ENDED), counts: SWEEP_START.counts });
    expect((await describeSchedule()).info.recentActions).toEqual([]);
    const found: string[] = [];
    for await (const { workflowId } of client.workflow.list()) found.push(workflowId);
    expect(found).toEqual([]);

    const workspace = await world.workspace();
    const runId = await workspace.run('ready');
    await workspace.run('failed');
    world.clock.set(daysAfterEnd(90));
    await waitUntil(async () => (await world.sweeps.last())?.counts.runs === 2, 60);
    expect(await world.sweeps.last()).toEqual({
      finishedAt: new Date(daysAfterEnd(90)),
      counts: {
        workspaces: 1,
        answers: 1,
        runs: 2,
        idempotency_keys: 3,
        outbox_items: 0,
        heartbeats: 0,
        audit_events: 0,
        cache_entries: 0,
        quarantined_lines: 0,
        notices: 0,
        experiment_answers: 0,
        contents: 0,
      },
    });
    expect(await world.documents.findRun(runId)).toBeUndefined();

    const started = (await describeSchedule()).info.recentActions[0]!.action.workflow.workflowId;
    expect(started).toMatch(/^retention-sweep-20/);
    const handle = client.workflow.getHandle(started);
    expect(await handle.result()).toMatchObject({ workspaces: 1, answers: 1, runs: 2 });
    const description = await handle.describe();
    expect(await description.staticSummary()).toBe('Retention: removes expired data, workspace by workspace');
    expect(await description.staticDetails()).toMatch(/^- \*\*Removes:\*\* answers, runs/);
  });

  it('stays paused if an operator paused it, and otherwise gets this version’s settings', async () => {
    const handle = client.schedule.getHandle(RETENTION_SWEEP_SCHEDULE_ID);
    await handle.pause('Looking into something.');
    await ensureRetentionSchedule(client, { heartbeatMs: 1_000, sliceMs: 2_000 });
    const { state, action } = await describeSchedule();
    expect(state).toMatchObject({ paused: true, note: 'Looking into something.' });
    expect(action.args).toEqual([{ timeouts: { heartbeatMs: 1_000, sliceMs: 2_000 } }]);
    await handle.unpause('Go on.');
    await ensureRetentionSchedule(client);
    expect((await describeSchedule()).state).toMatchObject({
      paused: false,
      note: expect.stringMatching(/^Looked for hourly/) as string,
    });
  });
});
