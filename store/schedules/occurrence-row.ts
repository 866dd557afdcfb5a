import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import type { PauseReason } from '../../domain/schedules/report-schedule.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { Queryable } from '../postgres/pool.ts';

/** The status of an occurrence as statements return it, without the details of a failure. */
export type StatusRow = Omit<OccurrenceStatus, 'failureDetail' | 'pausedFor'>;

/** The columns of a status, without the attempts of its run; the table alias is `o`. */
export const STATUS_COLUMNS = `o.state, o.attempt, o.failure_code AS "failureCode", o.run_id AS "runId",
  o.delivered_count AS "deliveredCount", o.suppressed_count AS "suppressedCount"`;

/** Reads the status of an occurrence. Its row is never removed. */
export async function readOccurrence(db: Queryable, occurrenceId: string): Promise<OccurrenceStatus> {
  const { rows } = await db.query<StatusRow & { failureDetail: string; pausedFor: PauseReason }>(
    `SELECT ${STATUS_COLUMNS}, coalesce(n.attempt, 0) AS "runAttempt", o.failure_detail AS "failureDetail",
       CASE WHEN o.state = 'failed' AND s.pause_reason <> 'manual' THEN s.pause_reason ELSE '' END AS "pausedFor"
     FROM report_occurrences o
     JOIN report_schedules s ON s.schedule_id = o.schedule_id
     LEFT JOIN report_runs n ON n.run_id = o.run_id WHERE o.occurrence_id = $1`,
    [occurrenceId],
  );
  const row = rows[0];
  if (row === undefined) throw new DefectError(`There is no occurrence ${occurrenceId}.`);
  const { failureDetail, pausedFor, ...status } = row;
  return {
    ...status,
    ...(status.state === 'failed' && failureDetail !== '' && { failureDetail }),
    ...(pausedFor !== '' && { pausedFor }),
  };
}
