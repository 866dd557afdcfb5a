import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { expect, it } from 'vitest';
import type { JudgingActivities } from '../../activities/judges/judging-activities.ts';
import type { JudgeWork, ScoringStatus } from '../../domain/judges/work/judge-traffic.ts';
import { COMPARISON_RUNS_TASK_QUEUE, JUDGE_TRAFFIC_WORKFLOW, type JudgeTrafficInput } from '../../workflows/public.ts';
import type { judgeTraffic } from '../../workflows/judges/judge-traffic.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { waitForWorkflowEnd } from '../../testing/wait-for-workflow-end.ts';
import { eventually, openSkippingServer, readSummaries } from './skipping-server.ts';

const input = { timeouts: { heartbeatMs: 5_000, callMs: 1_000 } };

const workOf = (scorings: number): JudgeWork => ({
  ...{ eligible: 90, sampled: 20, uncaptured: 2 },
  scorings: Array.from({ length: scorings }, (_, number) => ({
    scoringId: `jscr_${number}`,
    evaluatorId: 'judge.safety',
  })),
});

async function run(activities: JudgingActivities, change: Partial<JudgeTrafficInput> = {}) {
  const { client, pass } = await openSkippingServer(COMPARISON_RUNS_TASK_QUEUE, activities);
  const handle = await client.workflow.start<typeof judgeTraffic>(JUDGE_TRAFFIC_WORKFLOW, {
    taskQueue: COMPARISON_RUNS_TASK_QUEUE,
    workflowId: `judge-traffic-${randomUUID()}`,
    args: [{ ...input, ...change }],
  });
  return { handle, pass };
}

const detailsOf = async (handle: WorkflowHandle): Promise<string> =>
  (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;

it('scores everything that is due, ten concurrently, and states the results', async () => {
  const statuses: ScoringStatus[] = [
    { kind: 'judged', verdict: 'pass', isSplit: false },
    { kind: 'judged', verdict: 'abstained', isSplit: true },
    { kind: 'failed', code: 'daily_cap_reached' },
    { kind: 'failed', code: 'output_truncated' },
    { kind: 'failed', code: 'output_truncated' },
    { kind: 'waiting', code: 'rate_limited' },
  ];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let lost = true;
  let out = 0;
  let max = 0;
  const { handle, pass } = await run({
    findJudgeWork: () => Promise.resolve(workOf(12)),
    async judgeRequest({ scoringId, callMs }) {
      expect(callMs).toBe(1_000);
      max = Math.max(max, (out += 1));
      await held;
      out -= 1;
      const number = Number(scoringId.slice('jscr_'.length));
      if (number === 11 && lost) {
        lost = false;
        throw new Error('Postgres is away.');
      }
      return statuses[Math.min(number, 5)] ?? { kind: 'failed', code: '' };
    },
  });
  await eventually(() => out).toBe(10);
  release();
  await eventually(() => lost).toBe(false);
  await pass(5);
  expect(await handle.result()).toEqual({
    ...{
      eligible: 90,
      sampled: 20,
      uncaptured: 2,
      due: 12,
      judged: 2,
      abstained: 1,
      split: 1,
      unpaid: 7,
      over_cap: 1,
      failed: 2,
    },
    codes: { daily_cap_reached: 1, output_truncated: 2, rate_limited: 7 },
  });
  expect(max).toBe(10);
  expect((await readSummaries(handle)).slice(0, 2)).toEqual(['find answers to judge', 'judge.safety judges jscr_0']);
  expect((await detailsOf(handle)).split('\n')).toEqual([
    '- **Checked:** 90 answers, 20 sampled, 2 of them without content',
    '- **To score:** 12',
    '- **Judged:** 2, 1 of them abstained, 1 by a split panel',
    '- **Not paid yet:** 7',
    '- **Over the cap of the day:** 1',
    '- **Failed:** 2',
    '- **Failures met:** daily_cap_reached 1, output_truncated 2, rate_limited 7',
  ]);
});

it('leaves scorings with five failures to the next run, and judges the rest', async () => {
  let tries = 0;
  const { handle, pass } = await run({
    findJudgeWork: () => Promise.resolve(workOf(2)),
    judgeRequest({ scoringId }) {
      if (scoringId === 'jscr_1') return Promise.resolve({ kind: 'judged', verdict: 'fail', isSplit: false });
      tries += 1;
      return Promise.reject(new Error('What it needs cannot be read.'));
    },
  });
  await eventually(async () => {
    await pass(10);
    return tries;
  }).toBe(5);
  expect(await handle.result()).toMatchObject({ due: 2, judged: 1, unpaid: 1, codes: { not_tried_through: 1 } });
  expect(tries).toBe(5);
});

it('states that no work existed', async () => {
  const { handle } = await run({
    findJudgeWork: () => Promise.resolve({ eligible: 0, sampled: 0, uncaptured: 0, scorings: [] }),
    judgeRequest: () => Promise.reject(new Error('Nothing is due.')),
  });
  expect(await handle.result()).toMatchObject({ due: 0, judged: 0, codes: {} });
  expect((await detailsOf(handle)).split('\n').at(-1)).toBe('- **Failures met:** none');
});

it('begins nothing after it is cancelled, and lets calls in flight end', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let begun = 0;
  let ended = 0;
  const { handle } = await run({
    findJudgeWork: () => Promise.resolve(workOf(30)),
    async judgeRequest() {
      begun += 1;
      await held;
      ended += 1;
      return { kind: 'judged', verdict: 'pass', isSplit: false };
    },
  });
  await eventually(() => begun).toBe(10);
  await handle.cancel();
  release();
  expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'CANCELLED' });
  expect([begun, ended]).toEqual([10, 10]);
});

it.each([
  [true, ['judge.safety']],
  [false, undefined],
])('is searchable by the scoring judges if their names are plain: %s', async (namesArePlain, names) => {
  const activities: JudgingActivities = {
    findJudgeWork: () => Promise.resolve(workOf(2)),
    judgeRequest: () => Promise.resolve({ kind: 'judged', verdict: 'pass', isSplit: false }),
  };
  const { handle } = await run(activities, { namesArePlain });
  await handle.result();
  expect((await handle.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.judgeName)).toEqual(names);
});
