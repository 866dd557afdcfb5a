import type pg from 'pg';
import type { IdKind } from '../../domain/kernel/id-prefixes.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import type { OccurrenceFailureCode } from '../../domain/schedules/report-occurrence.ts';
import type { PauseReason } from '../../domain/schedules/report-schedule.ts';
import { inTransaction } from '../postgres/pool.ts';
import { insertRun } from '../reports/report-run-store.ts';
import type { FrozenRun } from '../../contracts/reports/frozen-run.ts';
import { readOccurrence, STATUS_COLUMNS, type StatusRow } from './occurrence-row.ts';
import { NOTICE_SCHEDULE, NOTIFY_OWNER } from './notify-owner.ts';

/** The facts that an occurrence needs to create its run; the claim has pinned all of them. */
export interface ClaimedOccurrence {
  readonly occurrenceId: string;
  readonly scheduleId: string;
  readonly reportId: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** The owner of the schedule and the report, with whose rights the run is executed. */
  readonly owner: string;
  readonly savedViewId: string;
  /** The revision as a decimal string. */
  readonly viewRevision: string;
  readonly scheduledFor: Date;
  readonly windowFrom: Date;
  readonly windowTo: Date;
}

/** The reason why a claimed occurrence gets no run, and the reason why its schedule is paused, if it is. */
export interface OccurrenceFailure {
  readonly code: OccurrenceFailureCode;
  /** A sentence for the owner. */
  readonly detail: string;
  readonly pause?: Exclude<PauseReason, '' | 'manual'>;
}

export async function findClaimed(pool: pg.Pool, occurrenceId: string): Promise<ClaimedOccurrence | undefined> {
  const { rows } = await pool.query<ClaimedOccurrence>(
    `SELECT o.occurrence_id AS "occurrenceId", o.schedule_id AS "scheduleId", o.report_id AS "reportId",
       o.organization_id AS "organizationId", o.workspace_id AS "workspaceId", s.owner,
       s.saved_view_id AS "savedViewId", o.view_revision::text AS "viewRevision", o.scheduled_for AS "scheduledFor",
       o.window_from AS "windowFrom", o.window_to AS "windowTo"
     FROM report_occurrences o JOIN report_schedules s USING (schedule_id)
     WHERE o.occurrence_id = $1 AND o.state = 'claimed'`,
    [occurrenceId],
  );
  return rows[0];
}

/** Moves `claimed` → `running`. The report is locked before the occurrence, as in the deletion of a report. */
export async function beginOccurrence(
  pool: pg.Pool,
  now: Date,
  newId: (kind: IdKind) => string,
  { occurrenceId, run }: { occurrenceId: string; run: FrozenRun },
): Promise<OccurrenceStatus> {
  const begun = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<StatusRow>(
      `WITH report AS (
         SELECT report_id FROM reports WHERE report_id = $2 FOR UPDATE
       ), begun AS (
         UPDATE report_occurrences o SET state = 'running', run_id = $3, touched_at = $5
         FROM report WHERE o.occurrence_id = $1 AND o.report_id = report.report_id AND o.state = 'claimed'
         RETURNING ${STATUS_COLUMNS}, o.report_id
       ), latest AS (
         UPDATE reports r SET latest_run_id = $3, latest_scope_environment_ids = $4
         FROM begun WHERE r.report_id = begun.report_id
       )
       SELECT state, attempt, "failureCode", "runId", "deliveredCount", "suppressedCount", 0 AS "runAttempt" FROM begun`,
      [occurrenceId, run.report_id, run.run_id, run.scope_environment_ids, now],
    );
    const status = rows[0];
    if (status !== undefined) await insertRun(client, { ...run, occurrence_id: occurrenceId }, now);
    return status;
  });
  return begun ?? failWithoutReport(pool, now, newId, { occurrenceId, reportId: run.report_id });
}

/** Fails an occurrence whose report was deleted. The deletion has usually ended it already. */
async function failWithoutReport(
  pool: pg.Pool,
  now: Date,
  newId: (kind: IdKind) => string,
  { occurrenceId, reportId }: { occurrenceId: string; reportId: string },
): Promise<OccurrenceStatus> {
  const { rowCount } = await pool.query('SELECT FROM reports WHERE report_id = $1', [reportId]);
  if (rowCount === 1) return readOccurrence(pool, occurrenceId);
  const failure = { code: 'report_deleted', detail: 'The report was deleted.', pause: 'report_deleted' } as const;
  return failClaimed(pool, now, newId, { occurrenceId, ...failure });
}

/**
 * Moves `claimed` → `failed`, and notifies the owner. The schedule is locked before the occurrence, as in a pause. A
 * fault in the view revision that this occurrence pinned does not pause a schedule that already uses a later revision.
 */
export async function failClaimed(
  pool: pg.Pool,
  now: Date,
  newId: (kind: IdKind) => string,
  { occurrenceId, code, detail, pause }: OccurrenceFailure & { readonly occurrenceId: string },
): Promise<OccurrenceStatus> {
  await pool.query(
    `WITH schedule AS (
       SELECT schedule_id FROM report_schedules
       WHERE schedule_id = (SELECT schedule_id FROM report_occurrences WHERE occurrence_id = $1) FOR UPDATE
     ), failed AS (
       UPDATE report_occurrences o SET state = 'failed', failure_code = $5, failure_detail = $6, finished_at = $2,
         touched_at = $2
       FROM schedule WHERE o.occurrence_id = $1 AND o.schedule_id = schedule.schedule_id AND o.state = 'claimed'
       RETURNING o.*
     ), paused AS (
       UPDATE report_schedules s SET paused = true, pause_reason = $7, next_run_at = NULL, next_local_date = NULL,
         revision = s.revision + 1, updated_at = $2
       FROM failed WHERE $7 <> '' AND s.schedule_id = failed.schedule_id AND NOT s.paused AND s.deleted_at IS NULL
         AND ($7 NOT IN ('view_changed', 'invalid_request') OR s.view_revision = failed.view_revision)
       RETURNING s.schedule_id
     ), notified AS (${NOTIFY_OWNER})
     ${NOTICE_SCHEDULE}`,
    [occurrenceId, now, newId('delivery'), newId('notice'), code, detail, pause ?? ''],
  );
  return readOccurrence(pool, occurrenceId);
}
