import type pg from 'pg';
import { conflict } from '../../domain/kernel/errors.ts';
import type { CalendarWindow } from '../../domain/insight/windows/calendar-window.ts';
import type { PauseReason } from '../../domain/schedules/report-schedule.ts';
import { violatesUnique } from '../postgres/database-fault.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

/** The revision of a view to which a report is pinned, and its window. */
export interface ViewPin {
  /** The revision as a decimal string. */
  readonly viewRevision: string;
  /**
   * The length of the view's window, approximate for a calendar window; undefined for a fixed window, with which no
   * schedule can run.
   */
  readonly windowSeconds: number | undefined;
  readonly calendarWindow?: CalendarWindow | undefined;
}

/** The editable parts of a report. */
export interface ReportEdit {
  readonly name: string;
  readonly recipientSubjectIds: readonly string[];
  /** The new pin; undefined keeps the pinned revision. */
  readonly pin: ViewPin | undefined;
}

const VIEW_CHANGED = 'view_changed' satisfies PauseReason;

/**
 * Replaces the editable parts of a report, increments its revision, and updates its schedules, in one transaction.
 * Returns false if the report was deleted or is no longer at `expectedRevision`.
 *
 * The report is locked before its schedules. The lock also prevents the creation of schedules that were checked against
 * the old report.
 * @throws Refusal `conflict` if the owner has another report of this name in the workspace
 */
export function editReport(
  pool: pg.Pool,
  now: Date,
  { reportId, expectedRevision, edit }: { reportId: string; expectedRevision: string; edit: ReportEdit },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ revision: bigint; workspace_id: string }>(
      'SELECT revision, workspace_id FROM reports WHERE report_id = $1 FOR UPDATE',
      [reportId],
    );
    const held = rows[0];
    if (held?.revision !== BigInt(expectedRevision)) return false;
    await writeReport(client, reportId, edit, now);
    if ((await moveSchedules(client, reportId, edit, now)) > 0) {
      await enqueue(client, { kind: 'nudge_dispatcher', workflowId: held.workspace_id }, now);
    }
    return true;
  });
}

/**
 * Writes the edit. A used name is searched for first, because an error of Postgres would quote the name in its log. The
 * index decides races.
 */
async function writeReport(client: Queryable, reportId: string, edit: ReportEdit, now: Date): Promise<void> {
  const { name, recipientSubjectIds: recipients, pin } = edit;
  try {
    const { rowCount } = await client.query(
      `UPDATE reports r SET name = $2, recipient_subject_ids = $3, view_revision = coalesce($4, view_revision),
         revision = revision + 1, updated_at = $5
       WHERE report_id = $1 AND NOT EXISTS (
         SELECT FROM reports o
         WHERE o.workspace_id = r.workspace_id AND o.owner = r.owner AND o.name = $2 AND o.report_id <> $1)`,
      [reportId, name, recipients, pin?.viewRevision ?? null, now],
    );
    if (rowCount === 0) throw nameTakenRefusal();
  } catch (error) {
    if (violatesUnique(error, 'report_name_taken')) throw nameTakenRefusal();
    throw error;
  }
}

/** The refusal of a used name, for creations and edits. */
export function nameTakenRefusal(): Error {
  return conflict(
    'name_taken',
    'You already have a report with this name in the workspace. Choose another name.',
    '/name',
  );
}

function calendarOf(pin: ViewPin | undefined): string | null {
  return pin?.calendarWindow === undefined ? null : JSON.stringify(pin.calendarWindow);
}

/**
 * Updates the schedules of a report: they take its name, lose recipients that it no longer names, and use the view as
 * it is pinned. A paused schedule stays paused until its owner resumes it. An active one stays active, but is paused if
 * the view can no longer be scheduled. A schedule with a change that readers can see gets the next revision. Returns
 * the number of schedules.
 */
async function moveSchedules(
  client: Queryable,
  reportId: string,
  { name, recipientSubjectIds: people, pin }: ReportEdit,
  now: Date,
): Promise<number> {
  await client.query(
    'SELECT FROM report_schedules WHERE report_id = $1 AND deleted_at IS NULL ORDER BY schedule_id FOR UPDATE',
    [reportId],
  );
  const { rowCount } = await client.query(
    `WITH moved AS (
       SELECT schedule_id, kept.recipients,
         $4::bigint IS NOT NULL OR kept.recipients <> recipient_subject_ids AS is_changed,
         NOT paused AND $4::bigint IS NOT NULL AND $5::bigint IS NULL AS is_stopped
       FROM report_schedules s, LATERAL (
         SELECT coalesce(array_agg(id ORDER BY place), '{}') AS recipients
         FROM unnest(s.recipient_subject_ids) WITH ORDINALITY AS u(id, place) WHERE id = s.owner OR id = ANY($3)
       ) kept
       WHERE report_id = $1 AND deleted_at IS NULL
     )
     UPDATE report_schedules s SET report_name = $2, recipient_subject_ids = moved.recipients,
       view_revision = coalesce($4, s.view_revision), window_seconds = coalesce($5, s.window_seconds),
       calendar_window = CASE WHEN $5::bigint IS NULL THEN s.calendar_window ELSE $7::jsonb END,
       revision = s.revision + is_changed::int, updated_at = CASE WHEN is_changed THEN $6 ELSE s.updated_at END,
       paused = s.paused OR is_stopped, pause_reason = CASE WHEN is_stopped THEN '${VIEW_CHANGED}' ELSE s.pause_reason END,
       next_run_at = CASE WHEN is_stopped THEN NULL ELSE s.next_run_at END,
       next_local_date = CASE WHEN is_stopped THEN NULL ELSE s.next_local_date END
     FROM moved WHERE s.schedule_id = moved.schedule_id`,
    [reportId, name, people, pin?.viewRevision ?? null, pin?.windowSeconds ?? null, now, calendarOf(pin)],
  );
  return rowCount ?? 0;
}
