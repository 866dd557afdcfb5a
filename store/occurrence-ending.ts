import type { Pool } from 'pg';
import type { OccurrenceStatus } from '../domain/occurrence-status.ts';
import { MAX_OCCURRENCE_ATTEMPTS } from '../domain/report-occurrence.ts';
import { expiryOf } from '../domain/report-run.ts';
import { readOccurrence } from './occurrence-row.ts';

/** What `failure_detail` holds at most, in characters. */
const MAX_DETAIL = 4_000;

/** Ends the run of an occurrence that `ended` holds, if it has an unsettled one. */
const CANCEL_RUN = `UPDATE report_runs n SET state = 'cancelled', lease_until = NULL, finished_at = $2, expires_at = $3,
    touched_at = $2
  FROM ended WHERE n.run_id = ended.run_id AND n.state IN ('queued', 'running')`;

/** One more transient failure of an occurrence in flight; the last that it may have ends it. */
export async function countFailure(
  pool: Pool,
  now: Date,
  { occurrenceId, attempt, detail }: { occurrenceId: string; attempt: number; detail: string },
): Promise<OccurrenceStatus> {
  if (attempt < MAX_OCCURRENCE_ATTEMPTS) {
    await pool.query(
      `UPDATE report_occurrences SET attempt = $2, touched_at = $3
       WHERE occurrence_id = $1 AND attempt = $2 - 1 AND state IN ('claimed', 'running', 'cancelling')`,
      [occurrenceId, attempt, now],
    );
  } else {
    const sentence = `${MAX_OCCURRENCE_ATTEMPTS} tries failed; the last one: ${detail}`.slice(0, MAX_DETAIL);
    await pool.query(
      `WITH ended AS (
         UPDATE report_occurrences SET attempt = $4, finished_at = $2, touched_at = $2,
           state = CASE state WHEN 'cancelling' THEN 'cancelled' ELSE 'failed' END,
           failure_code = CASE state WHEN 'cancelling' THEN failure_code ELSE 'attempts_exhausted' END,
           failure_detail = CASE state WHEN 'cancelling' THEN failure_detail ELSE $5 END
         WHERE occurrence_id = $1 AND attempt = $4 - 1 AND state IN ('claimed', 'running', 'cancelling')
         RETURNING run_id
       ) ${CANCEL_RUN}`,
      [occurrenceId, now, expiryOf(now), attempt, sentence],
    );
  }
  return readOccurrence(pool, occurrenceId);
}

/** Whatever is in flight → `cancelled`. One that nobody was cancelling was cancelled by its run, or in Temporal. */
export async function cancelInFlight(pool: Pool, now: Date, occurrenceId: string): Promise<OccurrenceStatus> {
  await pool.query(
    `WITH ended AS (
       UPDATE report_occurrences SET state = 'cancelled', finished_at = $2, touched_at = $2,
         failure_code = CASE state WHEN 'cancelling' THEN failure_code ELSE 'run_cancelled' END,
         failure_detail = CASE state WHEN 'cancelling' THEN failure_detail ELSE $4 END
       WHERE occurrence_id = $1 AND state IN ('claimed', 'running', 'cancelling')
       RETURNING run_id
     ) ${CANCEL_RUN}`,
    [occurrenceId, now, expiryOf(now), RUN_CANCELLED],
  );
  return readOccurrence(pool, occurrenceId);
}

/** Said of an occurrence whose run somebody stopped. */
export const RUN_CANCELLED = 'The run of this occurrence was cancelled.';
