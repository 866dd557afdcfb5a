import {
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
} from '@temporalio/client';
import {
  CALIBRATION_FIT_WORKFLOW,
  CALIBRATION_REFIT_SCHEDULE_ID,
  HOUSEKEEPING_TASK_QUEUE,
  WORKFLOW_TASK_TIMEOUT,
  type CalibrationFitInput,
} from '../../workflows/public.ts';
import type { calibrationFit } from '../../workflows/quality/calibration-fit.ts';
import { deleteScheduleIfExists } from './delete-schedule-if-exists.ts';
import { ensureSchedule } from './ensure-schedule.ts';

type Definition = ScheduleOptions<ScheduleOptionsStartWorkflowAction<typeof calibrationFit>>;

/** The settings of refits. */
export interface RefitSchedule {
  /** Milliseconds between refits; undefined without refits. */
  readonly intervalMs: number | undefined;
  /** Milliseconds of silence after which a fit has lost its worker. */
  readonly heartbeatMs: number;
}

/** Creates the schedule of refits if the configuration has an interval, and otherwise deletes it. */
export async function ensureRefitSchedule(client: Client, { intervalMs, heartbeatMs }: RefitSchedule): Promise<void> {
  if (intervalMs !== undefined) return ensureSchedule(client, definition({ timeouts: { heartbeatMs } }));
  await deleteScheduleIfExists(client, CALIBRATION_REFIT_SCHEDULE_ID);
}

function definition(input: CalibrationFitInput): Definition {
  return {
    scheduleId: CALIBRATION_REFIT_SCHEDULE_ID,
    // No start by the clock: workers trigger the schedule once an interval if anything is labelled.
    spec: {},
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1m' },
    state: { note: 'Fits calibrations again after an interval (evals.calibration.quality.refit_interval).' },
    action: {
      type: 'startWorkflow',
      workflowType: CALIBRATION_FIT_WORKFLOW,
      workflowId: CALIBRATION_REFIT_SCHEDULE_ID,
      taskQueue: HOUSEKEEPING_TASK_QUEUE,
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
      args: [input],
      staticSummary: 'Calibrations: fits the labels of each workspace again',
    },
  };
}
