import type pg from 'pg';
import type { Cadence } from '../../domain/schedules/cadence.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import { OVERDUE_MS, type PauseReason } from '../../domain/schedules/report-schedule.ts';
import { requireRow } from '../postgres/require-row.ts';
import { PAUSE_DETAIL, STOPPED_CONDITION } from './stopped-schedule.ts';

/** The maximum number of rows; for more, operators can query the database. */
const MAX_ROWS = 1_000;

/** A schedule as operators see it: with names, and its problems. */
export interface OperatorSchedule {
  readonly scheduleId: string;
  readonly organization: string;
  readonly workspace: string;
  readonly workspaceId: string;
  readonly report: string;
  readonly owner: string;
  readonly cadence: Cadence;
  /** The number of people who receive each run. */
  readonly recipientCount: number;
  /** The instant of the latest occurrence; undefined before the first. */
  readonly lastScheduledFor: Date | undefined;
  /** The reason of the pause; empty unless the schedule is paused. */
  readonly pauseReason: PauseReason;
  /** The failure sentence of the last occurrence, if the server paused the schedule because of it; otherwise empty. */
  readonly pauseDetail: string;
  /** The next instant; undefined while the schedule is paused. */
  readonly nextRunAt: Date | undefined;
  /** The whole seconds by which the schedule is late; 0 unless it is due. */
  readonly overdueSeconds: number;
  readonly skippedTotal: bigint;
  /** The latest missed instant, if any. */
  readonly lastMissed: Date | undefined;
}

/** An occurrence that has not, or not yet, reached its recipients. */
export interface OperatorOccurrence {
  readonly occurrenceId: string;
  readonly scheduleId: string;
  readonly workspace: string;
  readonly report: string;
  readonly scheduledFor: Date;
  readonly state: OccurrenceState;
  /**
   * The time at which the row was written. For a missed occurrence, this is the time when the dispatcher worked again.
   */
  readonly createdAt: Date;
  readonly skippedCount: number;
  readonly skippedFrom: Date | undefined;
  readonly skippedTo: Date | undefined;
  readonly failureCode: string;
  readonly failureDetail: string;
}

/** The view of all schedules for operators, regardless of their owner. It shows names but no recipients. */
export interface OperatorScheduleStore {
  /**
   * The schedules, at most 1,000. Due ones come first, longest overdue first, then those that the server paused,
   * longest paused first. Armed ones follow in the order of their instants, then those that their owner paused.
   */
  schedules(workspaceId?: string): Promise<OperatorSchedule[]>;
  /** The number of schedules that have been due for a minute or more although their workspace has nothing in flight. */
  overdue(): Promise<{ count: number; oldestSeconds: number }>;
  /** The number of armed schedules that were planned or saved by a clock a minute or more ahead of this one. */
  aheadOfClock(): Promise<number>;
  /** The versions of the time-zone database by which armed schedules on a wall clock are planned, sorted. */
  plannedVersions(): Promise<string[]>;
  /** The occurrences in one state, newest instant first; at most 1,000. */
  occurrences(state: OccurrenceState, scheduleId?: string): Promise<OperatorOccurrence[]>;
}

// A schedule that waits for another one of its workspace does not count as overdue. The statement is not prepared,
// because it searches the few rows before an instant.
const OVERDUE = `
  SELECT count(*)::int AS count, min(next_run_at) AS oldest FROM report_schedules s
  WHERE next_run_at <= $1 AND NOT EXISTS (
    SELECT FROM report_occurrences c
    WHERE c.workspace_id = s.workspace_id AND c.state IN ('claimed', 'running', 'cancelling'))`;

const AHEAD = `
  SELECT count(*)::int AS count FROM report_schedules
  WHERE next_run_at > $1 AND greatest(last_scheduled_for, created_at, updated_at) > $1`;

export function createOperatorScheduleStore(pool: pg.Pool, clock: Clock): OperatorScheduleStore {
  return {
    async schedules(workspaceId) {
      const { rows } = await pool.query<
        Omit<OperatorSchedule, 'nextRunAt' | 'lastMissed' | 'lastScheduledFor'> & {
          nextRunAt: Date | null;
          lastMissed: Date | null;
          lastScheduledFor: Date | null;
        }
      >(
        `SELECT h.schedule_id AS "scheduleId", o.name AS organization, w.name AS workspace,
           h.workspace_id AS "workspaceId", h.report_name AS report, p.name AS owner, h.pause_reason AS "pauseReason",
           coalesce(${PAUSE_DETAIL}, '') AS "pauseDetail",
           h.cadence, cardinality(h.recipient_subject_ids) AS "recipientCount", h.last_scheduled_for AS "lastScheduledFor",
           h.next_run_at AS "nextRunAt", h.skipped_total AS "skippedTotal",
           coalesce(greatest(0, floor(extract(epoch FROM $2::timestamptz - h.next_run_at)))::int, 0) AS "overdueSeconds",
           (SELECT max(c.scheduled_for) FROM report_occurrences c
            WHERE c.schedule_id = h.schedule_id AND c.state = 'missed') AS "lastMissed"
         FROM report_schedules h
         JOIN organizations o USING (organization_id)
         JOIN workspaces w USING (workspace_id)
         JOIN subjects p ON p.subject_id = h.owner
         WHERE h.deleted_at IS NULL AND ($1::text IS NULL OR h.workspace_id = $1)
         ORDER BY CASE WHEN h.next_run_at <= $2 THEN 0 WHEN ${STOPPED_CONDITION} THEN 1 WHEN h.next_run_at IS NOT NULL THEN 2 ELSE 3 END,
           coalesce(h.next_run_at, h.updated_at), h.schedule_id LIMIT ${MAX_ROWS}`,
        [workspaceId ?? null, clock.now()],
      );
      return rows.map(({ nextRunAt, lastMissed, lastScheduledFor, ...row }) => ({
        ...row,
        lastScheduledFor: lastScheduledFor ?? undefined,
        nextRunAt: nextRunAt ?? undefined,
        lastMissed: lastMissed ?? undefined,
      }));
    },

    async overdue() {
      const now = clock.now();
      const { rows } = await pool.query<{ count: number; oldest: Date | null }>({
        text: OVERDUE,
        values: [new Date(now.getTime() - OVERDUE_MS)],
      });
      const { count, oldest } = requireRow(rows);
      return { count, oldestSeconds: oldest === null ? 0 : Math.floor((now.getTime() - oldest.getTime()) / 1_000) };
    },

    async aheadOfClock() {
      const { rows } = await pool.query<{ count: number }>(AHEAD, [new Date(clock.now().getTime() + OVERDUE_MS)]);
      return requireRow(rows).count;
    },

    async plannedVersions() {
      const { rows } = await pool.query<{ version: string }>(
        `SELECT DISTINCT tzdb_version AS version FROM report_schedules
         WHERE next_run_at IS NOT NULL AND cadence->>'mode' = 'wall_clock'`,
      );
      return rows.map(({ version }) => version).sort();
    },

    async occurrences(state, scheduleId) {
      const { rows } = await pool.query<
        Omit<OperatorOccurrence, 'skippedFrom' | 'skippedTo'> & { skippedFrom: Date | null; skippedTo: Date | null }
      >(
        `SELECT c.occurrence_id AS "occurrenceId", c.schedule_id AS "scheduleId", w.name AS workspace,
           s.report_name AS report, c.scheduled_for AS "scheduledFor", c.state, c.created_at AS "createdAt",
           c.skipped_count AS "skippedCount", c.skipped_from AS "skippedFrom", c.skipped_to AS "skippedTo",
           c.failure_code AS "failureCode", c.failure_detail AS "failureDetail"
         FROM report_occurrences c
         JOIN report_schedules s USING (schedule_id)
         JOIN workspaces w ON w.workspace_id = c.workspace_id
         WHERE c.state = $1 AND ($2::text IS NULL OR c.schedule_id = $2)
         ORDER BY c.scheduled_for DESC, c.occurrence_id DESC LIMIT ${MAX_ROWS}`,
        [state, scheduleId ?? null],
      );
      return rows.map(({ skippedFrom, skippedTo, ...row }) => ({
        ...row,
        skippedFrom: skippedFrom ?? undefined,
        skippedTo: skippedTo ?? undefined,
      }));
    },
  };
}
