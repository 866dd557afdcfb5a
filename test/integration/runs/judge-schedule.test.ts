import { ScheduleNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import { ensureJudgeSchedule } from '../../../worker/temporal/ensure-judge-schedule.ts';
import { ensureJudgingSchedule } from '../../../worker/temporal/ensure-judging-schedule.ts';
import { JUDGE_SWEEP_SCHEDULE_ID, JUDGE_TRAFFIC_SCHEDULE_ID } from '../../../workflows/public.ts';
import { openTemporalPlace } from '../../support/engines/temporal-place.ts';

let place: Awaited<ReturnType<typeof openTemporalPlace>>;
beforeAll(async () => {
  place = await openTemporalPlace();
});
afterAll(() => place.connection.close());

const settingsOf = (block: object) => evalsSettings({ validation: { auto_validate: block } }).validation.autoValidate;

it('is there while the configuration asks for it, stays paused by an operator, and goes with it', async () => {
  const { client } = place;
  const handle = client.schedule.getHandle(JUDGE_SWEEP_SCHEDULE_ID);
  await ensureJudgeSchedule(client, settingsOf({}));
  await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);

  const twice = settingsOf({ enabled: true });
  await Promise.all([ensureJudgeSchedule(client, twice), ensureJudgeSchedule(client, twice)]);
  const { spec, policies, action } = await handle.describe();
  expect(spec.intervals?.map(({ every }) => every)).toEqual([300_000]);
  expect([policies.overlap, action.workflowType]).toEqual(['SKIP', 'judgeSweep']);

  await handle.pause('somebody looks');
  await ensureJudgeSchedule(client, settingsOf({ enabled: true, interval: '1m' }));
  const changed = await handle.describe();
  expect([changed.spec.intervals?.[0]?.every, changed.state.paused]).toEqual([60_000, true]);

  await ensureJudgeSchedule(client, settingsOf({ enabled: false }));
  await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);
});

it('has judges look at traffic each minute while any is to', async () => {
  const { client } = place;
  const handle = client.schedule.getHandle(JUDGE_TRAFFIC_SCHEDULE_ID);
  await ensureJudgingSchedule(client, { isWanted: false, heartbeatMs: 5_000 });
  await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);
  await ensureJudgingSchedule(client, { isWanted: true, heartbeatMs: 5_000 });
  const { spec, policies, action } = await handle.describe();
  expect(spec.intervals?.map(({ every }) => every)).toEqual([60_000]);
  expect([policies.overlap, action.workflowType]).toEqual(['SKIP', 'judgeTraffic']);
  expect([action.taskQueue, action.args]).toEqual([
    'truetally-comparison-runs',
    [{ timeouts: { heartbeatMs: 5_000, callMs: 600_000 } }],
  ]);
  await ensureJudgingSchedule(client, { isWanted: false, heartbeatMs: 5_000 });
  await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);
});
