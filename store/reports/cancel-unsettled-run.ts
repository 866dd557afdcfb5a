import { answerExpiry } from '../../domain/reports/report-run.ts';
import type { Queryable } from '../postgres/pool.ts';

/**
 * Cancels a run that is `queued` or `running`, and returns the occurrence that it belongs to; undefined if it was
 * already settled.
 */
export async function cancelUnsettledRun(
  db: Queryable,
  runId: string,
  now: Date,
): Promise<{ readonly occurrenceId: string | null } | undefined> {
  const { rows } = await db.query<{ occurrenceId: string | null }>(
    `UPDATE report_runs SET state = 'cancelled', lease_until = NULL, finished_at = $2, expires_at = $3, touched_at = $2
     WHERE run_id = $1 AND state IN ('queued', 'running') RETURNING occurrence_id AS "occurrenceId"`,
    [runId, now, answerExpiry(now)],
  );
  return rows[0];
}
