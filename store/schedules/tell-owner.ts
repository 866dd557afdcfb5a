import { NOTICE_SOURCE } from '../../domain/schedules/schedule-notice.ts';

/** The rows for a statement that pauses nothing, where `TELL_OWNER` reads the pauses. */
export const PAUSES_NOTHING = 'SELECT schedule_id FROM report_schedules WHERE false';

/**
 * The notice to the owner of a schedule, in the same statement as the end of an occurrence and therefore once: an item
 * with the id $3, if `failed`, which returns whole rows, has failed. Of failures that pause nothing only the first in a
 * row gets one, and the first after an edit of the schedule. Only the owner can delete the report, and needs no notice
 * of it.
 */
export const TELL_OWNER = `INSERT INTO report_inbox_items (delivery_id, organization_id, workspace_id, recipient, event_type,
    source_kind, source_id, report_id, run_id, schedule_id, delivered_at)
  SELECT $3, s.organization_id, s.workspace_id, s.owner,
    CASE WHEN paused.schedule_id IS NULL THEN 'schedule_failed' ELSE 'schedule_paused' END,
    '${NOTICE_SOURCE}', f.occurrence_id, f.report_id, f.run_id, f.schedule_id, f.finished_at
  FROM failed f JOIN report_schedules s ON s.schedule_id = f.schedule_id
    LEFT JOIN paused ON paused.schedule_id = f.schedule_id
  WHERE f.state = 'failed' AND f.failure_code <> 'report_deleted' AND s.deleted_at IS NULL
    AND (paused.schedule_id IS NOT NULL OR NOT coalesce((
      SELECT p.state = 'failed' AND p.schedule_revision = f.schedule_revision FROM report_occurrences p
      WHERE p.schedule_id = f.schedule_id AND p.scheduled_for < f.scheduled_for
      ORDER BY p.scheduled_for DESC, p.occurrence_id DESC LIMIT 1), false))`;
