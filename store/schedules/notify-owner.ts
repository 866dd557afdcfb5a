import { NOTICE_SOURCE } from '../../domain/schedules/schedule-notice.ts';
import { COUNT_REPEATED_NOTICE, INSERT_NOTICE } from '../notices/notice-sql.ts';

/** The SQL of the empty set of pauses, for statements that pause nothing but use `NOTIFY_OWNER`. */
export const NO_PAUSES = 'SELECT schedule_id FROM report_schedules WHERE false';

/**
 * The SQL that notifies the owner of a schedule, in the same statement as the end of an occurrence and therefore only
 * once. It inserts an item with the id $3 if the occurrence in `failed`, which must return complete rows, has failed.
 * Of consecutive failures that pause nothing, only the first gets an item, and the first after an edit of the schedule.
 * Only the owner can delete the report, so its deletion causes no notice.
 */
export const NOTIFY_OWNER = `INSERT INTO report_inbox_items (delivery_id, organization_id, workspace_id, recipient, event_type,
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
      ORDER BY p.scheduled_for DESC, p.occurrence_id DESC LIMIT 1), false))
  RETURNING organization_id, workspace_id, event_type, schedule_id, source_id, delivered_at`;

/**
 * The SQL that inserts the notice of a failed or paused schedule, with the id $4, for each item that `NOTIFY_OWNER`
 * inserted as `notified`.
 */
export const NOTICE_SCHEDULE = `${INSERT_NOTICE}
  SELECT $4, replace(event_type, 'schedule_', 'report.schedule.'), schedule_id, date_trunc('hour', delivered_at, 'UTC'),
    organization_id, workspace_id, 'Occurrence ' || source_id || ' failed.', delivered_at, delivered_at
  FROM notified
  ${COUNT_REPEATED_NOTICE}`;
