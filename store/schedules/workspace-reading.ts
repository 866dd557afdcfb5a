import type pg from 'pg';
import type { Cadence } from '../../domain/schedules/cadence.ts';
import type { CalendarWindow } from '../../domain/insight/windows/calendar-window.ts';
import type { PauseReason } from '../../domain/schedules/report-schedule.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { OccurrenceStart } from './occurrence-start-store.ts';
import { PAUSE_DETAIL, STOPPED_CONDITION } from './stopped-schedule.ts';

/** The single occurrence in flight of a workspace, with facts for operators. */
export interface InFlightOccurrence extends OccurrenceStart {
  readonly windowFrom: Date;
  readonly windowTo: Date;
  /** The id of its run; empty before the run is created. */
  readonly runId: string;
  /** The number of attempts of the run so far; 0 if there is no run. */
  readonly runAttempt: number;
}

/** An armed schedule, which waits for its next instant. */
export interface ArmedSchedule {
  readonly scheduleId: string;
  readonly reportName: string;
  readonly revision: bigint;
  readonly cadence: Cadence;
  readonly tzdbVersion: string;
  readonly nextRunAt: Date;
  /** The local date of the next run, `YYYY-MM-DD`; undefined for an interval. */
  readonly nextLocalDate: string | undefined;
  /** The calendar window of the view, if it covers whole local days. */
  readonly calendarWindow: CalendarWindow | undefined;
  /** The reason why this process cannot plan the schedule; undefined if there is no fault. */
  readonly fault: string | undefined;
}

/** A schedule that the server paused and that waits for its owner. */
export interface StoppedSchedule {
  readonly scheduleId: string;
  readonly reportName: string;
  readonly reason: Exclude<PauseReason, '' | 'manual'>;
  /**
   * The failure sentence of the last occurrence; empty if no occurrence was in progress when the schedule was paused.
   */
  readonly detail: string;
  readonly since: Date;
}

/** The state of a workspace at one instant. */
export interface WorkspaceReading {
  readonly workspaceName: string;
  readonly inFlight: InFlightOccurrence | undefined;
  /** The armed schedules, longest overdue first. */
  readonly schedules: readonly ArmedSchedule[];
  /** The schedules that the server paused, longest paused first; at most 20. */
  readonly stopped: readonly StoppedSchedule[];
}

const MAX_STOPPED = 20;

/**
 * A row with the workspace and one of its armed schedules, if any. The occurrence in flight is repeated in every row.
 */
interface ReadingRow {
  workspace_name: string;
  occurrence_id: string | null;
  state: InFlightOccurrence['state'];
  attempt: number;
  in_flight_schedule_id: string;
  report_id: string;
  in_flight_report_name: string;
  organization_id: string;
  workspace_id: string;
  scheduled_for: Date;
  window_from: Date;
  window_to: Date;
  skipped_count: number;
  run_id: string;
  run_attempt: number;
  schedule_id: string | null;
  report_name: string;
  revision: bigint;
  cadence: Cadence;
  tzdb_version: string;
  next_run_at: Date;
  next_local_date: string | null;
  calendar_window: CalendarWindow | null;
  stopped: (Omit<StoppedSchedule, 'since'> & { since: string })[];
}

/** Reads the input of a plan in one statement without a lock; at most `limit` schedules. */
export async function readWorkspace(pool: pg.Pool, workspaceId: string, limit: number): Promise<WorkspaceReading> {
  const { rows } = await pool.query<ReadingRow>(
    `SELECT w.name AS workspace_name, w.workspace_id, o.occurrence_id, o.state, o.attempt,
       o.schedule_id AS in_flight_schedule_id, o.report_id, h.report_name AS in_flight_report_name, w.organization_id,
       o.scheduled_for, o.window_from, o.window_to, o.skipped_count, o.run_id, coalesce(r.attempt, 0) AS run_attempt,
       s.schedule_id, s.report_name, s.revision, s.cadence, s.tzdb_version, s.next_run_at, s.next_local_date,
       s.calendar_window,
       coalesce(p.stopped, '[]') AS stopped
     FROM workspaces w
     LEFT JOIN LATERAL (
       SELECT json_agg(json_build_object('scheduleId', schedule_id, 'reportName', report_name, 'reason', pause_reason,
         'detail', coalesce(${PAUSE_DETAIL}, ''), 'since', updated_at) ORDER BY updated_at, schedule_id) AS stopped
       FROM (
         SELECT * FROM report_schedules h WHERE workspace_id = w.workspace_id AND ${STOPPED_CONDITION}
         ORDER BY updated_at, schedule_id LIMIT ${MAX_STOPPED}
       ) h
     ) p ON true
     LEFT JOIN report_occurrences o
       ON o.workspace_id = w.workspace_id AND o.state IN ('claimed', 'running', 'cancelling')
     LEFT JOIN report_schedules h ON h.schedule_id = o.schedule_id
     LEFT JOIN report_runs r ON r.run_id = o.run_id
     LEFT JOIN LATERAL (
       SELECT * FROM report_schedules WHERE workspace_id = w.workspace_id AND next_run_at IS NOT NULL
       ORDER BY next_run_at, schedule_id LIMIT $2
     ) s ON true
     WHERE w.workspace_id = $1 ORDER BY s.next_run_at, s.schedule_id`,
    [workspaceId, limit],
  );
  const first = rows[0];
  if (first === undefined) throw new DefectError(`There is no workspace ${workspaceId} to plan.`);
  return {
    workspaceName: first.workspace_name,
    inFlight: inFlightFromRow(first),
    schedules: rows.flatMap(schedulesOf),
    stopped: first.stopped.map(({ since, ...schedule }) => ({ ...schedule, since: new Date(since) })),
  };
}

function inFlightFromRow(row: ReadingRow): InFlightOccurrence | undefined {
  if (row.occurrence_id === null) return undefined;
  return {
    occurrenceId: row.occurrence_id,
    state: row.state,
    attempt: row.attempt,
    scheduleId: row.in_flight_schedule_id,
    reportId: row.report_id,
    reportName: row.in_flight_report_name,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    scheduledFor: row.scheduled_for,
    windowFrom: row.window_from,
    windowTo: row.window_to,
    skippedCount: row.skipped_count,
    runId: row.run_id,
    runAttempt: row.run_attempt,
  };
}

function schedulesOf(row: ReadingRow): ArmedSchedule[] {
  if (row.schedule_id === null) return [];
  return [
    {
      scheduleId: row.schedule_id,
      reportName: row.report_name,
      revision: row.revision,
      cadence: row.cadence,
      tzdbVersion: row.tzdb_version,
      nextRunAt: row.next_run_at,
      nextLocalDate: row.next_local_date ?? undefined,
      calendarWindow: row.calendar_window ?? undefined,
      fault: undefined,
    },
  ];
}
