import { ScheduleNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import { ensureJudgeSchedule } from '../../../worker/temporal/ensure-judge-schedule.ts';
import { ensureJudgingSchedule } from '../../../worker/temporal/ensure-judging-schedule.ts';
import { ensureRefitSchedule } from '../../../worker/temporal/ensure-refit-schedule.ts';
import {
  CALIBRATION_REFIT_SCHEDULE_ID,
  JUDGE_SWEEP_SCHEDULE_ID,
  JUDGE_TRAFFIC_SCHEDULE_ID,
} from '../../../workflows/public.ts';
import { openTemporalWorld } from '../../../testing/engines/temporal-world.ts';

let world: Awaited<ReturnType<typeof openTemporalWorld>>;
beforeAll(async () => {
  world = await openTemporalWorld();
});
afterAll(() => world.connection.close());

const settingsOf = (block: object) => evalsSettings({ validation: { auto_validate: block } }).validation.autoValidate;

const NAMES = { namesArePlain: true };

it('exists while the configuration enables it, stays paused by an operator, and is removed with the setting', async () => {
  const { client } = world;
  const handle = client.schedule.getHandle(JUDGE_SWEEP_SCHEDULE_ID);
  await ensureJudgeSchedule(client, settingsOf({}), NAMES);
  await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);

  const twice = settingsOf({ enabled: true });
  await Promise.all([ensureJudgeSchedule(client, twice, NAMES), ensureJudgeSchedule(client, twice, NAMES)]);
  const { spec, policies, action } = await handle.describe();
  expect(spec.intervals).toEqual([]);
  expect([policies.overlap, action.workflowType]).toEqual(['SKIP', 'judgeSweep']);
  expect(action.args).toEqual([NAMES]);

  await handle.pause('somebody looks');
  await ensureJudgeSchedule(client, twice, { namesArePlain: false });
  const changed = await handle.describe();
  expect([changed.action.args, changed.state.paused]).toEqual([[{ namesArePlain: false }], true]);

  await ensureJudgeSchedule(client, settingsOf({ enabled: false }), NAMES);
  await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);
});

it('exists for judges of traffic while any judge is configured', async () => {
  const { client } = world;
  const handle = client.schedule.getHandle(JUDGE_TRAFFIC_SCHEDULE_ID);
  await ensureJudgingSchedule(client, { isWanted: false, heartbeatMs: 5_000, ...NAMES });
  await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);
  await ensureJudgingSchedule(client, { isWanted: true, heartbeatMs: 5_000, ...NAMES });
  const { spec, policies, action } = await handle.describe();
  expect(spec.intervals).toEqual([]);
  expect([policies.overlap, action.workflowType]).toEqual(['SKIP', 'judgeTraffic']);
  expect([action.taskQueue, action.args]).toEqual([
    'truetally-comparison-runs',
    [{ timeouts: { heartbeatMs: 5_000, callMs: 600_000 }, namesArePlain: true }],
  ]);
  await ensureJudgingSchedule(client, { isWanted: false, heartbeatMs: 5_000, ...NAMES });
  await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);
});

it('of an earlier version, which the clock triggered, is now triggered by workers', async () => {
  const { client } = world;
  const handle = client.schedule.getHandle(JUDGE_TRAFFIC_SCHEDULE_ID);
  await ensureJudgingSchedule(client, { isWanted: true, heartbeatMs: 5_000, ...NAMES });
  await handle.update((schedule) => ({ ...schedule, spec: { intervals: [{ every: '1m' }] } }));
  expect((await handle.describe()).info.nextActionTimes).not.toEqual([]);
  await ensureJudgingSchedule(client, { isWanted: true, heartbeatMs: 5_000, ...NAMES });
  const { spec, info } = await handle.describe();
  expect([spec.intervals, info.nextActionTimes]).toEqual([[], []]);
  await handle.delete();
});

it('of refits exists while the configuration has an interval', async () => {
  const { client } = world;
  const handle = client.schedule.getHandle(CALIBRATION_REFIT_SCHEDULE_ID);
  await ensureRefitSchedule(client, { intervalMs: undefined, heartbeatMs: 5_000 });
  await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);
  await ensureRefitSchedule(client, { intervalMs: 86_400_000, heartbeatMs: 5_000 });
  const { spec, policies, action, info } = await handle.describe();
  expect([spec.intervals, info.nextActionTimes, policies.overlap]).toEqual([[], [], 'SKIP']);
  expect([action.workflowType, action.args]).toEqual(['calibrationFit', [{ timeouts: { heartbeatMs: 5_000 } }]]);
  await ensureRefitSchedule(client, { intervalMs: undefined, heartbeatMs: 5_000 });
  await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);
});
