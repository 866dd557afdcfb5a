import type pg from 'pg';
import type { OccurrenceFailureCode } from '../../domain/schedules/report-occurrence.ts';
import { isRunRemoved, isSettled, type RunState } from '../../domain/reports/report-run.ts';
import { deleteDeadStarts } from '../outbox/delete-dead-starts.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

interface RunRow {
  readonly run_id: string;
  readonly state: RunState;
  readonly finished_at: Date | null;
  /** The occurrence of the run; null if the run has its own workflow. */
  readonly occurrence_id: string | null;
}

const REPORT_DELETED = 'report_deleted' satisfies OccurrenceFailureCode;

/** The result of a report's deletion. */
export interface ReportDeletion {
  readonly deletedAt: Date;
  /** The number of removed runs, except those whose retention had already ended. */
  readonly runsRemoved: number;
}

/**
 * Permanently removes a report, its runs and their answers, pauses its schedules, and enqueues the cancellation of
 * unsettled work, in one transaction. The schedules themselves stay. Undefined if the report does not exist any more.
 *
 * Rows are locked in the order report, schedules, occurrences, runs, as in all transactions, so that no deadlock
 * occurs. A process that moves a run concurrently either commits before the lock, and its outcome is removed too, or
 * finds no row after it.
 */
export function removeReport(pool: pg.Pool, now: Date, reportId: string): Promise<ReportDeletion | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows: reports } = await client.query<{ workspace_id: string }>(
      'SELECT workspace_id FROM reports WHERE report_id = $1 FOR UPDATE',
      [reportId],
    );
    const workspaceId = reports[0]?.workspace_id;
    if (workspaceId === undefined) return undefined;
    const schedulesPaused = await pauseSchedules(client, reportId, now);
    const occurrencesEnded = await endOccurrences(client, { reportId, workspaceId }, now);
    if (schedulesPaused + occurrencesEnded > 0) {
      await enqueue(client, { kind: 'nudge_dispatcher', workflowId: workspaceId }, now);
    }
    const { rows: runs } = await client.query<RunRow>(
      'SELECT run_id, state, finished_at, occurrence_id FROM report_runs WHERE report_id = $1 ORDER BY run_id FOR UPDATE',
      [reportId],
    );
    const ownWorkflows = runs.filter(({ state, occurrence_id }) => !isSettled(state) && occurrence_id === null);
    for (const { run_id: workflowId } of ownWorkflows) {
      await enqueue(client, { kind: 'cancel_report_run', workflowId }, now);
    }
    const runIds = runs.map(({ run_id }) => run_id);
    await deleteDeadStarts(client, runIds);
    await client.query('DELETE FROM report_answers WHERE run_id = ANY($1)', [runIds]);
    await client.query('DELETE FROM report_runs WHERE run_id = ANY($1)', [runIds]);
    await client.query('DELETE FROM reports WHERE report_id = $1', [reportId]);
    const remembered = runs.filter(({ finished_at }) => !isRunRemoved(finished_at ?? undefined, now));
    return { deletedAt: now, runsRemoved: remembered.length };
  });
}

/**
 * Pauses the schedules of a report, including paused ones, and stores on each the scope that decides who can see it
 * from now on. Returns their number.
 */
async function pauseSchedules(client: Queryable, reportId: string, now: Date): Promise<number> {
  await client.query(
    'SELECT FROM report_schedules WHERE report_id = $1 AND deleted_at IS NULL ORDER BY schedule_id FOR UPDATE',
    [reportId],
  );
  // A report from the previous version has its scope only on its run.
  const { rowCount } = await client.query(
    `UPDATE report_schedules s SET paused = true, pause_reason = '${REPORT_DELETED}', next_run_at = NULL,
       next_local_date = NULL, revision = s.revision + 1, updated_at = $2,
       deleted_report_scope = coalesce(n.scope_environment_ids, r.latest_scope_environment_ids)
     FROM reports r LEFT JOIN report_runs n ON n.run_id = r.latest_run_id
     WHERE r.report_id = $1 AND s.report_id = $1 AND s.deleted_at IS NULL`,
    [reportId, now],
  );
  return rowCount ?? 0;
}

/**
 * Ends the occurrences in flight of all schedules of a report, including deleted schedules, because there is nothing
 * left to run. Returns their number.
 */
async function endOccurrences(
  client: Queryable,
  { reportId, workspaceId }: { reportId: string; workspaceId: string },
  now: Date,
): Promise<number> {
  // An occurrence that was being cancelled ends as cancelled, and keeps the code of its first stop.
  const { rows } = await client.query<{ occurrenceId: string }>(
    `UPDATE report_occurrences SET
       state = CASE state WHEN 'cancelling' THEN 'cancelled' ELSE 'failed' END,
       failure_code = CASE state WHEN 'cancelling' THEN failure_code ELSE '${REPORT_DELETED}' END,
       failure_detail = CASE state WHEN 'cancelling' THEN failure_detail ELSE $3 END,
       finished_at = $4, touched_at = $4
     WHERE workspace_id = $2 AND report_id = $1 AND state IN ('claimed', 'running', 'cancelling')
     RETURNING occurrence_id AS "occurrenceId"`,
    [reportId, workspaceId, 'The report was deleted while this occurrence was in flight.', now],
  );
  for (const { occurrenceId: workflowId } of rows) {
    await enqueue(client, { kind: 'cancel_occurrence', workflowId }, now);
  }
  return rows.length;
}
