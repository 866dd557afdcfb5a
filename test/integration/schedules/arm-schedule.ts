import type pg from 'pg';
import { newId } from '../../../store/postgres/new-id.ts';

/** Creates a daily schedule, due at `dueAt`, of a report that its owner delivers to itself. Returns its id. */
export async function armSchedule(pool: pg.Pool, reportId: string, dueAt: Date): Promise<string> {
  const scheduleId = newId('reportSchedule');
  await pool.query(
    `INSERT INTO report_schedules (schedule_id, organization_id, workspace_id, report_id, owner, report_name, saved_view_id,
       view_revision, window_seconds, cadence, tzdb_version, recipient_subject_ids, paused, pause_reason, next_run_at,
       created_at, updated_at)
     SELECT $1, r.organization_id, r.workspace_id, r.report_id, r.owner, r.name, r.saved_view_id, v.revision,
       v.relative_window_seconds, $2, '', ARRAY[r.owner], false, '', $3, $3, $3
     FROM reports r JOIN saved_views v USING (saved_view_id) WHERE r.report_id = $4`,
    [scheduleId, { mode: 'interval', frequency: 'daily', anchor: dueAt.toISOString() }, dueAt, reportId],
  );
  return scheduleId;
}
