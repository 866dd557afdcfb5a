import type { OccurrenceCancelCode } from '../../domain/schedules/report-occurrence.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Queryable } from '../postgres/pool.ts';

/** The failure details of occurrences that an owner stopped, for readers of the schedule's history. */
const DETAILS = {
  schedule_paused: 'The owner of the schedule paused it while this occurrence was in flight.',
  schedule_deleted: 'The owner of the schedule deleted it while this occurrence was in flight.',
} as const satisfies Partial<Record<OccurrenceCancelCode, string>>;

/**
 * Stops the work in flight of a schedule, in the transaction that pauses or deletes it and has locked its row. It moves
 * `claimed` → `cancelled`, and `running` → `cancelling`, whose run is then cancelled. The workflow is notified, because
 * a workflow in a backoff would block the other schedules of its workspace. An occurrence that is already `cancelling`
 * keeps the code of the first stop. Returns the number of stopped occurrences, 0 or 1.
 */
export async function stopInFlight(
  client: Queryable,
  schedule: { readonly scheduleId: string; readonly workspaceId: string },
  code: keyof typeof DETAILS,
  now: Date,
): Promise<number> {
  const { rows } = await client.query<{ occurrenceId: string }>(
    `UPDATE report_occurrences SET
       state = CASE state WHEN 'claimed' THEN 'cancelled' ELSE 'cancelling' END,
       finished_at = CASE state WHEN 'claimed' THEN $5::timestamptz END,
       failure_code = $3, failure_detail = $4, touched_at = $5
     WHERE workspace_id = $2 AND schedule_id = $1 AND state IN ('claimed', 'running')
     RETURNING occurrence_id AS "occurrenceId"`,
    [schedule.scheduleId, schedule.workspaceId, code, DETAILS[code], now],
  );
  for (const { occurrenceId: workflowId } of rows) {
    await enqueue(client, { kind: 'cancel_occurrence', workflowId }, now);
  }
  return rows.length;
}
