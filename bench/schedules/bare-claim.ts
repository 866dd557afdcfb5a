import type pg from 'pg';
import { newId } from '../../store/postgres/new-id.ts';

/**
 * A function that claims one due schedule of each workspace only by SQL, without checks of cadence, races and
 * revisions.
 */
export type BareClaim = (workspaceIds: readonly string[]) => Promise<void>;

/** Creates a queue of two tables with only the columns that a claim needs. */
export async function createBareQueue(pool: pg.Pool, dueAt: Date): Promise<BareClaim> {
  await pool.query(
    `CREATE TABLE bare_schedules AS SELECT schedule_id, workspace_id, next_run_at FROM report_schedules;
     ALTER TABLE bare_schedules ADD PRIMARY KEY (schedule_id);
     CREATE INDEX bare_schedules_due ON bare_schedules (workspace_id, next_run_at, schedule_id);
     CREATE TABLE bare_claims (
       schedule_id text PRIMARY KEY, workspace_id text NOT NULL, scheduled_for timestamptz NOT NULL, state text NOT NULL);
     ANALYZE bare_schedules`,
  );
  const claim = `
    WITH due AS (
      SELECT s.* FROM unnest($1::text[]) w (workspace_id) CROSS JOIN LATERAL (
        SELECT * FROM bare_schedules WHERE workspace_id = w.workspace_id AND next_run_at <= $2
        ORDER BY next_run_at, schedule_id LIMIT 1 FOR UPDATE SKIP LOCKED) s
    ), moved AS (
      UPDATE bare_schedules b SET next_run_at = due.next_run_at + interval '1 day' FROM due
      WHERE b.schedule_id = due.schedule_id
    )
    INSERT INTO bare_claims SELECT schedule_id, workspace_id, next_run_at, 'claimed' FROM due`;
  return async (workspaceIds) => {
    requireAll(workspaceIds, (await pool.query(claim, [workspaceIds, dueAt])).rowCount);
  };
}

/** The claim in the product's tables, with all their indexes and constraints. */
export function createSameTablesClaim(pool: pg.Pool, dueAt: Date): BareClaim {
  const claim = `
    WITH due AS (
      SELECT s.*, w.occurrence_id FROM unnest($1::text[], $2::text[]) w (workspace_id, occurrence_id)
      CROSS JOIN LATERAL (
        SELECT * FROM report_schedules WHERE workspace_id = w.workspace_id AND next_run_at <= $3
        ORDER BY next_run_at, schedule_id LIMIT 1 FOR UPDATE SKIP LOCKED) s
    ), moved AS (
      UPDATE report_schedules s SET next_run_at = due.next_run_at + interval '1 day',
        last_scheduled_for = due.next_run_at
      FROM due WHERE s.schedule_id = due.schedule_id
    )
    INSERT INTO report_occurrences (occurrence_id, schedule_id, report_id, organization_id, workspace_id,
      schedule_revision, view_revision, scheduled_for, window_from, window_to, recipient_subject_ids, state,
      skipped_count, created_at, touched_at)
    SELECT occurrence_id, schedule_id, report_id, organization_id, workspace_id, revision, view_revision, next_run_at,
      next_run_at - window_seconds * interval '1 second', next_run_at, recipient_subject_ids, 'claimed', 0, $3, $3
    FROM due`;
  return async (workspaceIds) => {
    const occurrenceIds = workspaceIds.map(() => newId('reportOccurrence'));
    requireAll(workspaceIds, (await pool.query(claim, [workspaceIds, occurrenceIds, dueAt])).rowCount);
  };
}

function requireAll(workspaceIds: readonly string[], claimed: number | null): void {
  if (claimed !== workspaceIds.length) {
    throw new Error(`${claimed ?? 0} workspaces were claimed from, not ${workspaceIds.length}.`);
  }
}
