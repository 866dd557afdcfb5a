import type pg from 'pg';
import { PROBLEM_LIMITS } from '../../contracts/wire/problem-limits.ts';
import type { IdKind } from '../../domain/kernel/id-prefixes.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import { MAX_OCCURRENCE_ATTEMPTS } from '../../domain/schedules/report-occurrence.ts';
import { cancelUnsettledRun } from '../reports/cancel-unsettled-run.ts';
import { inTransaction } from '../postgres/pool.ts';
import { readOccurrence } from './occurrence-row.ts';
import { NO_PAUSES, NOTICE_SCHEDULE, NOTIFY_OWNER } from './notify-owner.ts';

/** Counts a transient failure of an occurrence in flight. The last permitted failure ends it. */
export async function countFailure(
  pool: pg.Pool,
  now: Date,
  newId: (kind: IdKind) => string,
  { occurrenceId, attempt, detail }: { occurrenceId: string; attempt: number; detail: string },
): Promise<OccurrenceStatus> {
  if (attempt < MAX_OCCURRENCE_ATTEMPTS) {
    await pool.query(
      `UPDATE report_occurrences SET attempt = $2, touched_at = $3
       WHERE occurrence_id = $1 AND attempt = $2 - 1 AND state IN ('claimed', 'running', 'cancelling')`,
      [occurrenceId, attempt, now],
    );
  } else {
    const sentence = `${MAX_OCCURRENCE_ATTEMPTS} tries failed; the last one: ${detail}`.slice(0, PROBLEM_LIMITS.detail);
    await endWithItsRun(
      pool,
      now,
      `WITH failed AS (
         UPDATE report_occurrences SET attempt = $5, finished_at = $2, touched_at = $2,
           state = CASE state WHEN 'cancelling' THEN 'cancelled' ELSE 'failed' END,
           failure_code = CASE state WHEN 'cancelling' THEN failure_code ELSE 'attempts_exhausted' END,
           failure_detail = CASE state WHEN 'cancelling' THEN failure_detail ELSE $6 END
         WHERE occurrence_id = $1 AND attempt = $5 - 1 AND state IN ('claimed', 'running', 'cancelling')
         RETURNING *
       ), paused AS (${NO_PAUSES}), notified AS (${NOTIFY_OWNER}), noticed AS (${NOTICE_SCHEDULE})
       SELECT run_id FROM failed`,
      [occurrenceId, now, newId('delivery'), newId('notice'), attempt, sentence],
    );
  }
  return readOccurrence(pool, occurrenceId);
}

/**
 * Moves any state in flight → `cancelled`. An occurrence that was not `cancelling` was cancelled by its run or by
 * Temporal.
 */
export async function cancelInFlight(pool: pg.Pool, now: Date, occurrenceId: string): Promise<OccurrenceStatus> {
  await endWithItsRun(
    pool,
    now,
    `UPDATE report_occurrences SET state = 'cancelled', finished_at = $2, touched_at = $2,
       failure_code = CASE state WHEN 'cancelling' THEN failure_code ELSE 'run_cancelled' END,
       failure_detail = CASE state WHEN 'cancelling' THEN failure_detail ELSE $3 END
     WHERE occurrence_id = $1 AND state IN ('claimed', 'running', 'cancelling')
     RETURNING run_id`,
    [occurrenceId, now, RUN_CANCELLED],
  );
  return readOccurrence(pool, occurrenceId);
}

/**
 * Ends an occurrence by the statement `end`, which returns its run, and then cancels the run if it is unsettled. This
 * takes two statements: the first may wait for the transaction that creates the run, and one statement would not see a
 * run that was created while it waited.
 */
async function endWithItsRun(pool: pg.Pool, now: Date, end: string, values: readonly unknown[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ run_id: string }>(end, [...values]);
    const runId = rows[0]?.run_id ?? '';
    if (runId !== '') await cancelUnsettledRun(client, runId, now);
  });
}

/** The failure detail of an occurrence whose run was cancelled. */
export const RUN_CANCELLED = 'The run of this occurrence was cancelled.';
