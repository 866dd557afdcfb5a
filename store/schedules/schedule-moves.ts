import type pg from 'pg';
import type { CatchUpResult } from '../../domain/schedules/catch-up.ts';
import { newId } from '../postgres/new-id.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import type { NextRun } from './report-schedule-store.ts';
import type { ArmedSchedule, InFlightOccurrence } from './workspace-reading.ts';

/** The next state of a due schedule, and the instants that it owes. */
export interface ScheduleMove extends Pick<CatchUpResult, 'owed'> {
  readonly next: NextRun;
  /** The window of whole local days; absent for a window of elapsed time. */
  readonly window?: { readonly from: Date; readonly to: Date } | undefined;
  readonly tzdbVersion: string;
}

/** An owed instant that a plan handles, and its schedule as it was read. */
interface Taking {
  readonly schedule: ArmedSchedule;
  readonly move: ScheduleMove;
  readonly owed: NonNullable<CatchUpResult['owed']>;
  readonly now: Date;
  /**
   * A hook that is called after all writes and before the commit. A claim is a single statement, so the hook is called
   * before it.
   */
  readonly beforeCommit: () => void;
}

/**
 * The guard of every move: it locks the schedule if it is unchanged since it was read. Instants are compared in whole
 * milliseconds.
 */
const AS_READ = `SELECT * FROM report_schedules
  WHERE schedule_id = $1 AND revision = $2 AND date_trunc('milliseconds', next_run_at) = $3 FOR UPDATE`;

/** Moves a schedule that owes nothing. */
export async function moveSchedule(
  pool: pg.Pool,
  { scheduleId, revision, nextRunAt }: ArmedSchedule,
  { next, tzdbVersion }: ScheduleMove,
): Promise<'raced' | undefined> {
  const { rowCount } = await pool.query(
    `WITH due AS (${AS_READ})
     UPDATE report_schedules s SET next_run_at = $4, next_local_date = $5, tzdb_version = $6
     FROM due WHERE s.schedule_id = due.schedule_id`,
    [scheduleId, revision, nextRunAt, next.at, next.localDate ?? null, tzdbVersion],
  );
  return rowCount === 0 ? 'raced' : undefined;
}

/**
 * Claims an owed instant, or records it as missed, and moves its schedule. If the instant was already handled, which
 * only disagreeing clocks can cause, only the schedule is moved.
 *
 * @throws a violation of `occurrence_in_flight` if the workspace is busy
 */
export async function claimInstant(pool: pg.Pool, taking: Taking): Promise<InFlightOccurrence | 'raced' | undefined> {
  const { owed, now, beforeCommit } = taking;
  if (!owed.isMissed) {
    beforeCommit();
    return outcomeOf(await insertOccurrence(pool, taking), taking);
  }
  return inTransaction(pool, async (client) => {
    const taken = await insertOccurrence(client, taking);
    if (taken === undefined) return 'raced';
    if (taken.occurrenceId !== null) {
      await enqueue(client, { kind: 'show_missed_occurrence', workflowId: taken.occurrenceId }, now);
    }
    beforeCommit();
    return undefined;
  });
}

/** The inserted row of an occurrence; its id is null if the instant was already handled. */
interface TakenRow {
  readonly occurrenceId: string | null;
  readonly reportId: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly windowFrom: Date;
  readonly windowTo: Date;
}

async function insertOccurrence(db: Queryable, { schedule, move, owed, now }: Taking): Promise<TakenRow | undefined> {
  const { rows } = await db.query<TakenRow>(
    `WITH due AS (${AS_READ}), taken AS (
       INSERT INTO report_occurrences (occurrence_id, schedule_id, report_id, organization_id, workspace_id,
         schedule_revision, view_revision, scheduled_for, window_from, window_to, recipient_subject_ids, state,
         skipped_count, skipped_from, skipped_to, created_at, finished_at, touched_at)
       SELECT $4, schedule_id, report_id, organization_id, workspace_id, revision, view_revision, $5::timestamptz,
         CASE WHEN $6 = 'claimed' THEN coalesce($14::timestamptz, $5::timestamptz - window_seconds * interval '1 second') END,
         CASE WHEN $6 = 'claimed' THEN coalesce($15::timestamptz, $5::timestamptz) END,
         recipient_subject_ids, $6, $7, $8, $9, $10, CASE WHEN $6 = 'missed' THEN $10::timestamptz END, $10
       FROM due ON CONFLICT (schedule_id, scheduled_for) DO NOTHING
       RETURNING occurrence_id, window_from, window_to
     ), moved AS (
       UPDATE report_schedules s SET next_run_at = $11, next_local_date = $12, tzdb_version = $13,
         last_scheduled_for = greatest(s.last_scheduled_for, $5),
         skipped_total = s.skipped_total + CASE WHEN EXISTS (SELECT FROM taken) THEN $7 ELSE 0 END
       FROM due WHERE s.schedule_id = due.schedule_id
     )
     SELECT occurrence_id AS "occurrenceId", report_id AS "reportId", organization_id AS "organizationId",
       workspace_id AS "workspaceId", window_from AS "windowFrom", window_to AS "windowTo"
     FROM due LEFT JOIN taken ON true`,
    [
      schedule.scheduleId,
      schedule.revision,
      schedule.nextRunAt,
      newId('reportOccurrence'),
      owed.scheduledFor,
      owed.isMissed ? 'missed' : 'claimed',
      owed.skipped?.count ?? 0,
      owed.skipped?.from ?? null,
      owed.skipped?.to ?? null,
      now,
      move.next.at,
      move.next.localDate ?? null,
      move.tzdbVersion,
      move.window?.from ?? null,
      move.window?.to ?? null,
    ],
  );
  return rows[0];
}

function outcomeOf(row: TakenRow | undefined, { schedule, owed }: Taking): InFlightOccurrence | 'raced' | undefined {
  if (row === undefined) return 'raced';
  const { occurrenceId, ...taken } = row;
  if (occurrenceId === null) return undefined;
  return {
    ...taken,
    occurrenceId,
    state: 'claimed',
    attempt: 0,
    scheduleId: schedule.scheduleId,
    reportName: schedule.reportName,
    scheduledFor: owed.scheduledFor,
    skippedCount: owed.skipped?.count ?? 0,
    runId: '',
    runAttempt: 0,
  };
}
