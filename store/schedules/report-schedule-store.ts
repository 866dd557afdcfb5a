import type pg from 'pg';
import type { ReportScheduleDeletion, ReportScheduleV1 } from '../../contracts/schedules/report-schedule.ts';
import type { Cadence } from '../../domain/schedules/cadence.ts';
import type { CalendarWindow } from '../../domain/insight/windows/calendar-window.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { revisionMismatch, notFound } from '../../domain/kernel/errors.ts';
import type { PauseReason } from '../../domain/schedules/report-schedule.ts';
import { withIdempotency, type IdempotencyKey, type StoredAnswer } from '../postgres/idempotency.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
import { stopInFlight } from './stop-in-flight.ts';

/** A schedule without the parts that are computed for a reader: its execution state and its next instants. */
export type ScheduleRecord = Omit<
  ReportScheduleV1,
  'cadence' | 'execution_state' | 'unavailable_reasons' | 'next_occurrences' | 'delay' | 'warnings'
> & { readonly cadence: Cadence };

/** A schedule with the facts that its document does not show. */
export interface StoredSchedule {
  readonly record: ScheduleRecord;
  /** The environments of the latest run of a deleted report; undefined while the report exists. */
  readonly deletedReportScope: readonly string[] | undefined;
}

/** The next instant of a schedule, and its local date if the cadence is a wall clock. */
export interface NextRun {
  readonly at: Date;
  readonly localDate: string | undefined;
}

/** A schedule without the revision and times that the store assigns. */
export interface NewSchedule {
  readonly scheduleId: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly reportId: string;
  readonly reportName: string;
  /** The revision of the report against which the schedule was checked, as a decimal string. */
  readonly reportRevision: string;
  readonly owner: string;
  readonly savedViewId: string;
  /** The revision of the view that the report pins, as a decimal string. */
  readonly viewRevision: string;
  /** The length of the view's relative window; approximate for a calendar window. */
  readonly windowSeconds: number;
  readonly calendarWindow?: CalendarWindow | undefined;
  readonly cadence: Cadence;
  readonly tzdbVersion: string;
  readonly recipients: readonly string[];
  /** The next run; undefined if the owner creates the schedule paused. */
  readonly next: NextRun | undefined;
}

/** The result of editing a schedule. */
export interface ScheduleEdit {
  readonly cadence: Cadence;
  /**
   * The release of the time-zone database that resolved the zone and computed `next`. An instant that is kept stays
   * with its own release.
   */
  readonly tzdbVersion: string;
  readonly recipients: readonly string[];
  /**
   * The revision of the report against which the edit was checked, as a decimal string; undefined if the report is
   * deleted.
   */
  readonly reportRevision: string | undefined;
  /**
   * The next run. `paused`: the owner pauses the schedule, and what is in flight is stopped; an existing pause keeps
   * its reason. `kept`: the planned run stays as it is. Otherwise the schedule is armed for this run.
   */
  readonly next: NextRun | 'kept' | 'paused';
}

export interface ReportScheduleStore {
  /**
   * Creates a schedule and enqueues a nudge, in one transaction with the idempotency key. A repeated request writes
   * nothing and gets the first answer. `present` creates the document that is returned and stored.
   * @throws Refusal `conflict` if the key was used for another request, `not_found` if the report was deleted,
   *   `precondition_failed` if it has changed
   */
  create(input: {
    key: IdempotencyKey & { readonly fingerprint: string };
    schedule: NewSchedule;
    present: (stored: StoredSchedule) => ReportScheduleV1;
  }): Promise<StoredAnswer<ReportScheduleV1>>;
  /** The schedule, regardless of the caller; undefined if it does not exist or was deleted. */
  find(scheduleId: string): Promise<StoredSchedule | undefined>;
  /** The schedules that the subject owns or receives in the workspace, newest first, at most `limit`. */
  list(input: {
    workspaceId: string;
    subjectId: string;
    limit: number;
    after: PageKey | undefined;
  }): Promise<StoredSchedule[]>;
  /** The schedules of these reports that the subject owns or receives, newest first, at most `limit`. */
  listByReports(input: { reportIds: readonly string[]; subjectId: string; limit: number }): Promise<StoredSchedule[]>;
  /**
   * Replaces the editable columns, increments the revision, and enqueues a nudge, in one transaction. Undefined if the
   * schedule is deleted or no longer at `expectedRevision`, if its report has changed, or if the edit would arm it
   * although its report is deleted.
   */
  update(scheduleId: string, expectedRevision: string, edit: ScheduleEdit): Promise<StoredSchedule | undefined>;
  /**
   * Deletes a schedule for all readers and stops what is in flight, in one transaction. Its occurrences and delivered
   * items stay. Undefined if it was deleted already.
   */
  delete(scheduleId: string): Promise<ReportScheduleDeletion | undefined>;
}

interface ScheduleRow {
  schedule_id: string;
  organization_id: string;
  workspace_id: string;
  report_id: string;
  owner: string;
  cadence: Cadence;
  tzdb_version: string;
  recipient_subject_ids: string[];
  paused: boolean;
  pause_reason: PauseReason;
  revision: bigint;
  next_run_at: Date | null;
  last_scheduled_for: Date | null;
  skipped_total: bigint;
  deleted_report_scope: string[] | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `schedule_id, organization_id, workspace_id, report_id, owner, cadence, tzdb_version,
  recipient_subject_ids, paused, pause_reason, revision, next_run_at, last_scheduled_for, skipped_total,
  deleted_report_scope, created_at, updated_at`;

const CREATED = 201;

/** Creates the store. Its transactions take locks in the order report, schedule, occurrence. */
export function createReportScheduleStore(pool: pg.Pool, clock: Clock): ReportScheduleStore {
  return {
    create({ key, schedule, present }) {
      const now = clock.now();
      return withIdempotency(pool, now, key, async (client) => {
        const revision = await holdReport(client, schedule.reportId);
        if (revision === undefined) throw notFound();
        if (revision !== BigInt(schedule.reportRevision)) throw reportMoved();
        const document = present(await insertSchedule(client, schedule, now));
        await nudge(client, schedule.workspaceId, now);
        return { status: CREATED, document };
      });
    },

    async find(scheduleId) {
      const { rows } = await pool.query<ScheduleRow>(
        `SELECT ${COLUMNS} FROM report_schedules WHERE schedule_id = $1 AND deleted_at IS NULL`,
        [scheduleId],
      );
      return rows.map(scheduleFromRow)[0];
    },

    async list({ workspaceId, subjectId, limit, after }) {
      const { rows } = await pool.query<ScheduleRow>(
        `SELECT ${COLUMNS} FROM report_schedules
         WHERE workspace_id = $1 AND deleted_at IS NULL AND (owner = $2 OR $2 = ANY(recipient_subject_ids))
           AND (created_at, schedule_id) < ($3, $4)
         ORDER BY created_at DESC, schedule_id DESC LIMIT $5`,
        [workspaceId, subjectId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(scheduleFromRow);
    },

    async listByReports({ reportIds, subjectId, limit }) {
      const { rows } = await pool.query<ScheduleRow>(
        `SELECT ${COLUMNS} FROM report_schedules
         WHERE report_id = ANY($1) AND deleted_at IS NULL AND (owner = $2 OR $2 = ANY(recipient_subject_ids))
         ORDER BY created_at DESC, schedule_id DESC LIMIT $3`,
        [reportIds, subjectId, limit],
      );
      return rows.map(scheduleFromRow);
    },

    update: (scheduleId, expectedRevision, edit) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const held = await holdSchedule(client, scheduleId);
        if (held?.revision !== BigInt(expectedRevision)) return undefined;
        const isArmed = edit.next !== 'paused' && !(edit.next === 'kept' && held.paused);
        if (isArmed && held.reportRevision === undefined) return undefined;
        if (held.reportRevision !== undefined && held.reportRevision.toString() !== edit.reportRevision)
          return undefined;
        const row = await writeEdit(client, scheduleId, edit, now);
        if (edit.next === 'paused') {
          await stopInFlight(client, { scheduleId, workspaceId: held.workspaceId }, 'schedule_paused', now);
        }
        await nudge(client, held.workspaceId, now);
        return scheduleFromRow(row);
      }),

    delete: (scheduleId) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const { rows } = await client.query<{ workspace_id: string }>(
          `UPDATE report_schedules SET deleted_at = $2, updated_at = $2, next_run_at = NULL, next_local_date = NULL
           WHERE schedule_id = $1 AND deleted_at IS NULL RETURNING workspace_id`,
          [scheduleId, now],
        );
        const workspaceId = rows[0]?.workspace_id;
        if (workspaceId === undefined) return undefined;
        const stopped = await stopInFlight(client, { scheduleId, workspaceId }, 'schedule_deleted', now);
        await nudge(client, workspaceId, now);
        return { schedule_id: scheduleId, deleted_at: now.toISOString(), occurrences_cancelled: stopped };
      }),
  };
}

/** Nudges the dispatcher, because its schedules have changed. */
function nudge(client: Queryable, workflowId: string, now: Date): Promise<void> {
  return enqueue(client, { kind: 'nudge_dispatcher', workflowId }, now);
}

/**
 * Locks a report against edits and deletion until the transaction ends, and returns its revision; undefined if it is
 * deleted. Its runs continue meanwhile.
 */
async function holdReport(client: Queryable, reportId: string): Promise<bigint | undefined> {
  const { rows } = await client.query<{ revision: bigint }>(
    'SELECT revision FROM reports WHERE report_id = $1 FOR KEY SHARE',
    [reportId],
  );
  return rows[0]?.revision;
}

function reportMoved(): Error {
  const detail = 'The report changed during this request. Read the report, and send the request again.';
  return revisionMismatch('revision_stale', detail, '/expected_report_revision');
}

/** Locks the report, then the schedule, as the deletion of the report does; undefined if the schedule is deleted. */
async function holdSchedule(
  client: Queryable,
  scheduleId: string,
): Promise<{ revision: bigint; paused: boolean; workspaceId: string; reportRevision: bigint | undefined } | undefined> {
  const { rows: reports } = await client.query<{ revision: bigint }>(
    `SELECT revision FROM reports WHERE report_id = (SELECT report_id FROM report_schedules WHERE schedule_id = $1)
     FOR KEY SHARE`,
    [scheduleId],
  );
  const { rows } = await client.query<{ revision: bigint; paused: boolean; workspaceId: string }>(
    `SELECT revision, paused, workspace_id AS "workspaceId" FROM report_schedules WHERE schedule_id = $1 AND deleted_at IS NULL
     FOR UPDATE`,
    [scheduleId],
  );
  return rows.map((row) => ({ ...row, reportRevision: reports[0]?.revision }))[0];
}

async function insertSchedule(client: Queryable, schedule: NewSchedule, now: Date): Promise<StoredSchedule> {
  const { rows } = await client.query<ScheduleRow>(
    `INSERT INTO report_schedules (schedule_id, organization_id, workspace_id, report_id, report_name, owner,
       saved_view_id, view_revision, window_seconds, cadence, tzdb_version, recipient_subject_ids, paused, pause_reason,
       next_run_at, next_local_date, created_at, updated_at, calendar_window)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18)
     RETURNING ${COLUMNS}`,
    [
      schedule.scheduleId,
      schedule.organizationId,
      schedule.workspaceId,
      schedule.reportId,
      schedule.reportName,
      schedule.owner,
      schedule.savedViewId,
      schedule.viewRevision,
      schedule.windowSeconds,
      JSON.stringify(schedule.cadence),
      schedule.tzdbVersion,
      schedule.recipients,
      schedule.next === undefined,
      schedule.next === undefined ? 'manual' : '',
      schedule.next?.at ?? null,
      schedule.next?.localDate ?? null,
      now,
      schedule.calendarWindow === undefined ? null : JSON.stringify(schedule.calendarWindow),
    ],
  );
  return scheduleFromRow(requireRow(rows));
}

/** Writes an edit to a row that the transaction has locked. */
async function writeEdit(
  client: Queryable,
  scheduleId: string,
  { cadence, tzdbVersion, recipients, next }: ScheduleEdit,
  now: Date,
): Promise<ScheduleRow> {
  // An unchanged instant keeps the release that computed it, so that it is planned again if that release is outdated.
  const timing =
    next === 'kept'
      ? ''
      : `, tzdb_version = $5, next_run_at = $6, next_local_date = $7, paused = $8,
         pause_reason = CASE WHEN NOT $8 THEN '' WHEN paused THEN pause_reason ELSE 'manual' END`;
  const instant = typeof next === 'string' ? undefined : next;
  const { rows } = await client.query<ScheduleRow>(
    `UPDATE report_schedules SET cadence = $2, recipient_subject_ids = $3, revision = revision + 1, updated_at = $4
       ${timing}
     WHERE schedule_id = $1 RETURNING ${COLUMNS}`,
    [
      scheduleId,
      JSON.stringify(cadence),
      recipients,
      now,
      ...(next === 'kept' ? [] : [tzdbVersion, instant?.at ?? null, instant?.localDate ?? null, next === 'paused']),
    ],
  );
  return requireRow(rows);
}

function scheduleFromRow(row: ScheduleRow): StoredSchedule {
  return {
    record: {
      schedule_id: row.schedule_id,
      organization_id: row.organization_id,
      workspace_id: row.workspace_id,
      report_id: row.report_id,
      owner: row.owner,
      cadence: row.cadence,
      tzdb_version: row.tzdb_version,
      recipient_subject_ids: row.recipient_subject_ids,
      paused: row.paused,
      pause_reason: row.pause_reason,
      revision: row.revision.toString(),
      next_run_at: row.next_run_at?.toISOString() ?? null,
      last_scheduled_for: row.last_scheduled_for?.toISOString() ?? null,
      skipped_total: Number(row.skipped_total),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    },
    deletedReportScope: row.deleted_report_scope ?? undefined,
  };
}
