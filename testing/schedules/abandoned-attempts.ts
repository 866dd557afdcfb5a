import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type pg from 'pg';
import { occurrenceWorkflowId } from '../../workflows/public.ts';
import { until } from '../until.ts';

export interface AbandonedAttempts {
  /** Lets time go on that would wait for them. */
  forget(): Promise<void>;
}

/**
 * Attempts of runs that outlived the workflows of their occurrences, as one does that is cancelled while its reader
 * hangs. The server skips no time while an activity is at work, and takes these for such for ever.
 */
export function createAbandonedAttempts(
  { connection, client }: TestWorkflowEnvironment,
  pool: pg.Pool,
): AbandonedAttempts {
  const seen = new Set<string>();

  /** Activities of a workflow that never came to an end, once the workflow has. */
  const abandonedBy = async (workflowId: string): Promise<number> => {
    const handle = client.workflow.getHandle(workflowId);
    await until(async () => (await handle.describe()).status.name !== 'RUNNING', 20);
    const { events = [] } = await handle.fetchHistory();
    const count = (ofType: (event: NonNullable<typeof events>[number]) => unknown): number =>
      (events ?? []).filter((event) => Boolean(ofType(event))).length;
    return (
      count((event) => event.activityTaskScheduledEventAttributes) -
      count((event) => event.activityTaskCompletedEventAttributes) -
      count((event) => event.activityTaskFailedEventAttributes) -
      count((event) => event.activityTaskCanceledEventAttributes) -
      count((event) => event.activityTaskTimedOutEventAttributes)
    );
  };

  return {
    async forget() {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT occurrence_id AS id FROM report_occurrences WHERE state IN ('cancelled', 'failed')`,
      );
      for (const { id } of rows.filter((row) => !seen.has(row.id))) {
        seen.add(id);
        for (let left = await abandonedBy(occurrenceWorkflowId(id)); left > 0; left -= 1) {
          await connection.testService!.unlockTimeSkipping({});
        }
      }
    },
  };
}
