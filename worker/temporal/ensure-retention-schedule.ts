import {
  ScheduleAlreadyRunning,
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

type Definition = ScheduleOptions<ScheduleOptionsStartWorkflowAction<typeof retentionSweep>>;

const DEFAULT_TIMEOUTS: RetentionSweepInput['timeouts'] = { heartbeatMs: 30_000, sliceMs: 60_000 };

/**
 * Sees to it that the one schedule of the retention sweep is there and is as this version wants it, whichever worker
 * comes first. A schedule that an operator paused stays paused.
 */
export async function ensureRetentionSchedule(client: Client, timeouts = DEFAULT_TIMEOUTS): Promise<void> {
  const wanted = definition(timeouts);
  try {
    await client.schedule.create(wanted);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { scheduleId, spec, action, policies, state } = wanted;
    await client.schedule.getHandle(scheduleId).update<typeof retentionSweep>((previous) => ({
      spec,
      action,
      ...(policies && { policies }),
      state: previous.state.paused ? previous.state : { ...previous.state, ...state },
    }));
  }
}

function definition(timeouts: RetentionSweepInput['timeouts']): Definition {
  return {
    scheduleId: RETENTION_SWEEP_SCHEDULE_ID,
    // Away from the full hour, when most of what people schedule falls due.
    spec: { intervals: [{ every: '1h', offset: '25m' }] },
    // A sweep takes up all that was left, so an outage of days is followed by one, and a long one is not joined by more.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1h' },
    state: { note: 'Hourly: removes answers after 30 days, runs after 90 and what the system leaves behind.' },
    action: {
      type: 'startWorkflow',
      workflowType: RETENTION_SWEEP_WORKFLOW,
      workflowId: RETENTION_SWEEP_SCHEDULE_ID,
      taskQueue: HOUSEKEEPING_TASK_QUEUE,
      workflowTaskTimeout: '3s',
      args: [{ timeouts }],
      staticSummary: 'Retention: removes what has outlived itself, workspace by workspace',
      staticDetails: DETAILS,
    },
  };
}

const DETAILS = [
  '- **Removes:** answers, runs, idempotency keys, sent outbox items and old signs of life.',
  '- **Changes nothing that people read:** every read applies the same times to the millisecond.',
  '- **Safe to cancel, repeat or start by hand:** the next sweep takes up whatever is left.',
].join('\n');
