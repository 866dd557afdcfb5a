import { ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import { newId } from '../../store/postgres/new-id.ts';
import { occurrenceStart } from '../../workflows/schedules/occurrence-start.ts';
import { RUN_TIMEOUTS } from '../reports/timeouts.ts';
import { forEachConcurrently, type DueContender } from './due-contender.ts';
import { listWorkspaceIds, type BenchPeople, type ScheduleBatch } from './made-schedules.ts';
import { NO_OP_DUE_TASK_QUEUE, type noOpOccurrence } from './no-op-workflows.ts';

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;

/**
 * The contender of Temporal Schedules, in the same number. Each schedule starts the no-op of an occurrence. These
 * schedules have no workspaces.
 */
export function temporalSchedulesContender(client: Client, { organizationId }: BenchPeople): DueContender {
  const idsOf = (batch: ScheduleBatch): { scheduleId: string; workspaceId: string }[] =>
    listWorkspaceIds(batch).flatMap((workspaceId) =>
      Array.from({ length: batch.schedules / batch.workspaces }, (_, index) => ({
        scheduleId: `temporal_${workspaceId}_${index}`,
        workspaceId,
      })),
    );
  const create = (scheduleId: string, workspaceId: string, dueAt: Date): Promise<unknown> => {
    const [occurrenceId, scheduledFor] = [newId('reportOccurrence'), dueAt.toISOString()];
    const from = new Date(dueAt.getTime() - 86_400_000).toISOString();
    const facts = {
      ...{ occurrenceId, scheduleId, organizationId, workspaceId, scheduledFor },
      ...{ reportId: newId('report'), reportName: `Report ${scheduleId}`, skippedCount: 0 },
      ...{ state: 'claimed' as const, window: { from, to: scheduledFor } },
    };
    return client.schedule.create<typeof noOpOccurrence>({
      scheduleId,
      spec: { calendars: [calendarOf(dueAt)] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1h' },
      action: {
        type: 'startWorkflow',
        workflowType: 'noOpOccurrence',
        workflowId: occurrenceId,
        taskQueue: NO_OP_DUE_TASK_QUEUE,
        workflowTaskTimeout: '3s',
        args: [{ occurrenceId, state: 'claimed', attempt: 0, timeouts: RUN_TIMEOUTS }],
        ...occurrenceStart(facts),
      },
    });
  };
  return {
    name: 'Temporal Schedules',
    workflow: 'noOpOccurrence',
    isAside: true,
    dispatcherOf: () => undefined,
    preparationSeconds: ({ schedules }) => 4 + schedules / 12,
    prepare: async (batch, dueAt) => {
      const began = performance.now();
      await forEachConcurrently(idsOf(batch), ({ scheduleId, workspaceId }) => create(scheduleId, workspaceId, dueAt));
      const rate = (batch.schedules / (performance.now() - began)) * 1_000;
      return `created at ${rate.toFixed(0)} a second`;
    },
    verify: async (batch) => {
      await forEachConcurrently(idsOf(batch), async ({ scheduleId }) => {
        const handle = client.schedule.getHandle(scheduleId);
        const { numActionsTaken } = (await handle.describe()).info;
        if (numActionsTaken !== 1) throw new Error(`${scheduleId} has taken ${numActionsTaken} actions.`);
        await handle.delete();
      });
    },
  };
}

/** The calendar specification that matches only the second of the instant. */
function calendarOf(at: Date) {
  const month = MONTHS[at.getUTCMonth()];
  if (month === undefined) throw new Error('unreachable');
  return {
    year: at.getUTCFullYear(),
    month,
    dayOfMonth: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  };
}
