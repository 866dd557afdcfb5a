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
import { deleteScheduleIfExists } from './delete-schedule-if-exists.ts';
import { ensureSchedule } from './ensure-schedule.ts';
import { PROVIDER_CALL_MS } from './provider-call-ms.ts';

type Definition = ScheduleOptions<ScheduleOptionsStartWorkflowAction<typeof judgeTraffic>>;

/** The settings of judging: whether judges score traffic, and the silence after which a call has lost its worker. */
export interface JudgingSchedule {
  readonly isWanted: boolean;
  readonly heartbeatMs: number;
  /** True if search attributes may hold the names of judges. */
  readonly namesArePlain: boolean;
}

/**
 * Creates the schedule by which judges score answered requests if the configuration enables it, and otherwise deletes
 * it.
 */
export async function ensureJudgingSchedule(
  client: Client,
  { isWanted, heartbeatMs, namesArePlain }: JudgingSchedule,
): Promise<void> {
  if (isWanted)
    await ensureSchedule(client, definition({ timeouts: { heartbeatMs, callMs: PROVIDER_CALL_MS }, namesArePlain }));
  else await deleteScheduleIfExists(client, JUDGE_TRAFFIC_SCHEDULE_ID);
}

function definition(input: JudgeTrafficInput): Definition {
  return {
    scheduleId: JUDGE_TRAFFIC_SCHEDULE_ID,
    // No start by the clock: workers trigger the schedule when there are requests to score.
    spec: {},
    // One run at a time, because the run limits the number of calls in flight. The next search finds what was skipped.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1m' },
    state: { note: 'Scores captured requests and answers with judges (evals.evaluators).' },
    action: {
      type: 'startWorkflow',
      workflowType: JUDGE_TRAFFIC_WORKFLOW,
      workflowId: JUDGE_TRAFFIC_SCHEDULE_ID,
      // The workflow mostly waits for providers, as comparisons do.
      taskQueue: COMPARISON_RUNS_TASK_QUEUE,
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
      args: [input],
      staticSummary: 'Judges: score captured requests and answers',
    },
  };
}
