import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type pg from 'pg';
import { occurrenceWorkflowId } from '../../workflows/public.ts';
import { waitUntil } from '../wait-until.ts';

export interface AbandonedAttempts {
  /** Lets the server skip time although these attempts have not ended. */
  forget(): Promise<void>;
}

/**
 * Tracks attempts that outlived the workflows of their occurrences, such as a cancelled attempt whose reader hangs. The
 * server does not skip time while an activity runs, and it counts these attempts as running permanently.
 */
export function createAbandonedAttempts(
  { connection, client }: TestWorkflowEnvironment,
  pool: pg.Pool,
): AbandonedAttempts {
  const seen = new Set<string>();

  /** Waits for the end of a workflow, and returns the number of its activities without an end. */
  const abandonedBy = async (workflowId: string): Promise<number> => {
    const handle = client.workflow.getHandle(workflowId);
    await waitUntil(async () => (await handle.describe()).status.name !== 'RUNNING', 20);
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
