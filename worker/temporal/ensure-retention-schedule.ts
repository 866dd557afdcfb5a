import {
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
} from '@temporalio/client';
import {
  HOUSEKEEPING_TASK_QUEUE,
  RETENTION_SWEEP_SCHEDULE_ID,
  RETENTION_SWEEP_WORKFLOW,
  type RetentionSweepInput,
} from '../../workflows/public.ts';
import type { retentionSweep } from '../../workflows/installation/retention-sweep.ts';
import { ensureSchedule } from './ensure-schedule.ts';

type Definition = ScheduleOptions<ScheduleOptionsStartWorkflowAction<typeof retentionSweep>>;

const DEFAULT_TIMEOUTS: RetentionSweepInput['timeouts'] = { heartbeatMs: 30_000, sliceMs: 60_000 };

/** Creates the schedule of the retention sweep. Workers check every hour whether anything is due. */
export function ensureRetentionSchedule(client: Client, timeouts = DEFAULT_TIMEOUTS): Promise<void> {
  return ensureSchedule(client, definition(timeouts));
}

function definition(timeouts: RetentionSweepInput['timeouts']): Definition {
  return {
    scheduleId: RETENTION_SWEEP_SCHEDULE_ID,
    // No start by the clock: workers trigger the schedule when anything is due.
    spec: {},
    // A sweep removes everything that is due, so one sweep suffices after an outage of days, and none starts while
    // another runs.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1h' },
    state: {
      note: 'Looked for hourly: removes answers after 30 days, runs after 90 and what the system leaves behind.',
    },
    action: {
      type: 'startWorkflow',
      workflowType: RETENTION_SWEEP_WORKFLOW,
      workflowId: RETENTION_SWEEP_SCHEDULE_ID,
      taskQueue: HOUSEKEEPING_TASK_QUEUE,
      workflowTaskTimeout: '3s',
      args: [{ timeouts }],
      staticSummary: 'Retention: removes expired data, workspace by workspace',
      staticDetails: DETAILS,
    },
  };
}

const DETAILS = [
  '- **Removes:** answers, runs, idempotency keys, sent outbox items, old heartbeats and old quarantined lines of traffic.',
  '- **Does not change what users read:** every read applies the same times to the millisecond.',
  '- **Safe to cancel, repeat or start manually:** the next sweep continues with the rest.',
].join('\n');
