import {
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
} from '@temporalio/client';
import {
  COMPARISON_RUNS_TASK_QUEUE,
  JUDGE_TRAFFIC_SCHEDULE_ID,
  JUDGE_TRAFFIC_WORKFLOW,
  WORKFLOW_TASK_TIMEOUT,
  type JudgeTrafficInput,
} from '../../workflows/public.ts';
import type { judgeTraffic } from '../../workflows/judges/judge-traffic.ts';
import { ensureNoSchedule } from './ensure-no-schedule.ts';
import { ensureSchedule } from './ensure-schedule.ts';

type Definition = ScheduleOptions<ScheduleOptionsStartWorkflowAction<typeof judgeTraffic>>;

/** Milliseconds that a provider has for one answer. */
const CALL_MS = 600_000;

/** The settings of judging: whether judges look at traffic, and the silence after which a call has lost its worker. */
export interface JudgingSchedule {
  readonly isWanted: boolean;
  readonly heartbeatMs: number;
  /** True if search attributes may hold the names of judges. */
  readonly namesArePlain: boolean;
}

/**
 * Sees to it that judges can score what was answered while the configuration asks for it, and not any more once it does
 * not.
 */
export async function ensureJudgingSchedule(
  client: Client,
  { isWanted, heartbeatMs, namesArePlain }: JudgingSchedule,
): Promise<void> {
  if (isWanted) await ensureSchedule(client, definition({ timeouts: { heartbeatMs, callMs: CALL_MS }, namesArePlain }));
  else await ensureNoSchedule(client, JUDGE_TRAFFIC_SCHEDULE_ID);
}

function definition(input: JudgeTrafficInput): Definition {
  return {
    scheduleId: JUDGE_TRAFFIC_SCHEDULE_ID,
    // Nothing by the clock: workers trigger it where there is anything to score.
    spec: {},
    // One run at once: it holds how many calls are out. What was not looked at is there at the next look.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1m' },
    state: { note: 'Has judges score captured requests and answers (evals.evaluators).' },
    action: {
      type: 'startWorkflow',
      workflowType: JUDGE_TRAFFIC_WORKFLOW,
      workflowId: JUDGE_TRAFFIC_SCHEDULE_ID,
      // What it waits for is a provider, as with comparisons.
      taskQueue: COMPARISON_RUNS_TASK_QUEUE,
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
      args: [input],
      staticSummary: 'Judges: score what was asked and answered',
    },
  };
}
