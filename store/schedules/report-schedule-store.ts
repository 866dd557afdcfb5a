import type pg from 'pg';
import type { ReportScheduleDeletion, ReportScheduleV1 } from '../../contracts/schedules/report-schedule.ts';
import type { Cadence } from '../../domain/schedules/cadence.ts';
import type { CalendarWindow } from '../../domain/insight/windows/calendar-window.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { revisionMismatch, notFound } from '../../domain/kernel/errors.ts';
import type { PauseReason } from '../../domain/schedules/report-schedule.ts';
import { withIdempotency, type IdempotencyKey, type KeptAnswer } from '../postgres/idempotency.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
import { stopInFlight } from './stop-in-flight.ts';

/** A schedule without what is made of it for a reader: the state of its parts and the instants to come. */
export type ScheduleRecord = Omit<
  ReportScheduleV1,
  'cadence' | 'execution_state' | 'unavailable_reasons' | 'next_occurrences' | 'delay' | 'warnings'
> & { readonly cadence: Cadence };

/** A schedule and what no document shows of it. */
export interface StoredSchedule {
  readonly record: ScheduleRecord;
  /** The leaves of the latest run of a report that was deleted; undefined while the report is there. */
  readonly deletedReportScope: readonly string[] | undefined;
}

/** The next time of a schedule, and its local date for a wall clock. */
export interface NextRun {
  readonly at: Date;
  readonly localDate: string | undefined;
}

/** A schedule before the store gives it its revision and its times. */
export interface NewSchedule {
  readonly scheduleId: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly reportId: string;
  readonly reportName: string;
  /** Decimal string: the report that it was judged by. */
  readonly reportRevision: string;
  readonly owner: string;
  readonly savedViewId: string;
  /** Decimal string: the revision that the report pins. */
  readonly viewRevision: string;
  /** Length of the view's relative window; of a calendar one about how long it is. */
  readonly windowSeconds: number;
  readonly calendarWindow?: CalendarWindow | undefined;
  readonly cadence: Cadence;
  readonly tzdbVersion: string;
  readonly recipients: readonly string[];
  /** Undefined saves it paused by its owner. */
  readonly next: NextRun | undefined;
}

/** The result of editing a schedule. */
export interface ScheduleEdit {
  readonly cadence: Cadence;
  /** Release that resolves the zone, and computed `next`; an instant that is kept stays with its own. */
  readonly tzdbVersion: string;
  readonly recipients: readonly string[];
  /** Decimal string: the report that it was judged by; undefined of one that was deleted. */
  readonly reportRevision: string | undefined;
  /**
   * `paused`: by its owner, and what is in flight is stopped; a pause that is in force keeps its reason. `kept`: what
   * is owed stays owed. Else armed, and due then.
   */
  readonly next: NextRun | 'kept' | 'paused';
}

export interface ReportScheduleStore {
  /**
   * Writes the key, the schedule and a nudge in one transaction. A request that was answered before writes nothing and
   * gets that answer. `present` makes the document that is answered and kept.
   * @throws Refusal `conflict` when the key was used for another request, `not_found` when the report is gone,
   * `precondition_failed` when it has moved
   */
  create(input: {
    key: IdempotencyKey & { readonly fingerprint: string };
    schedule: NewSchedule;
    present: (stored: StoredSchedule) => ReportScheduleV1;
  }): Promise<KeptAnswer<ReportScheduleV1>>;
  /** The schedule, for any caller; undefined if there is none, or it was deleted. */
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
   * Replaces the editable columns, increments the revision, and nudges, in one transaction. Undefined if the schedule
   * is no longer at `expectedRevision`, or is deleted, if it is to be armed although its report is deleted, and if the
   * report has changed.
   */
  update(scheduleId: string, expectedRevision: string, edit: ScheduleEdit): Promise<StoredSchedule | undefined>;
  /**
   * Takes the schedule from every read and stops what is in flight, in one transaction; occurrences and delivered items
   * stay. Undefined when it is gone already.
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

/** Binds the schedules to the database. Locks are taken in the order report, schedule, occurrence. */
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

/** Tells the dispatcher that its schedules have changed. */
function nudge(client: Queryable, workflowId: string, now: Date): Promise<void> {
  return enqueue(client, { kind: 'nudge_dispatcher', workflowId }, now);
}

/**
 * Keeps a report from being edited and deleted until the transaction ends; undefined where it is gone, else its
 * revision. Runs of it go on meanwhile.
 */
async function holdReport(client: Queryable, reportId: string): Promise<bigint | undefined> {
  const { rows } = await client.query<{ revision: bigint }>(
    'SELECT revision FROM reports WHERE report_id = $1 FOR KEY SHARE',
    [reportId],
  );
  return rows[0]?.revision;
}

function reportMoved(): Error {
  const detail = 'The report changed while this request was handled. Read it again.';
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

/** Writes an edit on a row that the transaction holds. */
async function writeEdit(
  client: Queryable,
  scheduleId: string,
  { cadence, tzdbVersion, recipients, next }: ScheduleEdit,
  now: Date,
): Promise<ScheduleRow> {
  // An unchanged instant stays with the release that computed it, so that it is planned again if that release is an
  // older one.
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
