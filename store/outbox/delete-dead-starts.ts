import type { Queryable } from '../postgres/pool.ts';

/**
 * Removes given-up starts of runs that will never be started. Without this, each would stay listed as work for an
 * operator. A start that a relay has locked is skipped.
 */
export async function deleteDeadStarts(client: Queryable, workflowIds: readonly string[]): Promise<void> {
  await client.query(
    `DELETE FROM workflow_outbox WHERE outbox_id IN (
       SELECT outbox_id FROM workflow_outbox
       WHERE workflow_id = ANY($1) AND kind = 'start_report_run' AND sent_at IS NULL AND dead_at IS NOT NULL
       FOR UPDATE SKIP LOCKED)`,
    [workflowIds],
  );
}
