import {
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
} from '@temporalio/client';
import type { AutoValidateSettings } from '../../domain/judges/configuration/evals-settings.ts';
import {
  HOUSEKEEPING_TASK_QUEUE,
  JUDGE_SWEEP_SCHEDULE_ID,
  JUDGE_SWEEP_WORKFLOW,
  type JudgeSweepInput,
} from '../../workflows/public.ts';
import type { judgeSweep } from '../../workflows/judges/judge-sweep.ts';
import { deleteScheduleIfExists } from './delete-schedule-if-exists.ts';
import { ensureSchedule } from './ensure-schedule.ts';

type Definition = ScheduleOptions<ScheduleOptionsStartWorkflowAction<typeof judgeSweep>>;

/** Creates the schedule of judge validations if the configuration enables it, and otherwise deletes it. */
export async function ensureJudgeSchedule(
  client: Client,
  { isEnabled }: Pick<AutoValidateSettings, 'isEnabled'>,
  { namesArePlain }: Required<JudgeSweepInput>,
): Promise<void> {
  if (isEnabled) return ensureSchedule(client, definition({ namesArePlain }));
  await deleteScheduleIfExists(client, JUDGE_SWEEP_SCHEDULE_ID);
}

function definition(input: JudgeSweepInput): Definition {
  return {
    scheduleId: JUDGE_SWEEP_SCHEDULE_ID,
    // No start by the clock: workers trigger the schedule when a judge is due.
    spec: {},
    // Judges that were skipped are due at the next search.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1m' },
    state: { note: 'Validates judges at an interval or after enough new labels (evals.validation.auto_validate).' },
    action: {
      type: 'startWorkflow',
      workflowType: JUDGE_SWEEP_WORKFLOW,
      workflowId: JUDGE_SWEEP_SCHEDULE_ID,
      taskQueue: HOUSEKEEPING_TASK_QUEUE,
      workflowTaskTimeout: '3s',
      args: [input],
      staticSummary: 'Judges: compares judges that are due with the labels of people',
    },
  };
}
