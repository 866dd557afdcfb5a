import type { Queryable } from '../postgres/pool.ts';

/**
 * Removes starts that were given up, for runs that will never be started: each asks for an operator until its run is.
 * One that a relay holds at this moment is passed over.
 */
export async function forgetDeadStarts(client: Queryable, workflowIds: readonly string[]): Promise<void> {
  await client.query(
    `DELETE FROM workflow_outbox WHERE outbox_id IN (
       SELECT outbox_id FROM workflow_outbox
       WHERE workflow_id = ANY($1) AND kind = 'start_report_run' AND sent_at IS NULL AND dead_at IS NOT NULL
       FOR UPDATE SKIP LOCKED)`,
    [workflowIds],
  );
}
