import type { Queryable } from '../postgres/pool.ts';

/**
 * Removes starts that were given up, for runs that will never be started: each asks for an operator until its run is. One
 * that a relay holds at this moment is passed over.
 */
export async function forgetDeadStarts(client: Queryable, workflowIds: readonly string[]): Promise<void> {
  await client.query(
    `delete from workflow_outbox where outbox_id in (
       select outbox_id from workflow_outbox
       where workflow_id = any($1) and kind = 'start_report_run' and sent_at is null and dead_at is not null
       for update skip locked)`,
    [workflowIds],
  );
}
