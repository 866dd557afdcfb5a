/** The SQL condition that the server paused a schedule `h`, and that its owner has neither resumed nor deleted it. */
export const STOPPED_CONDITION = `h.pause_reason NOT IN ('', 'manual') AND h.deleted_at IS NULL`;

/**
 * The SQL of the failure sentence of a schedule's last occurrence, if the server paused the schedule `h` because of it;
 * otherwise null.
 */
export const PAUSE_DETAIL = `(
  SELECT CASE WHEN c.failure_code = h.pause_reason THEN c.failure_detail END FROM report_occurrences c
  WHERE c.schedule_id = h.schedule_id ORDER BY c.scheduled_for DESC, c.occurrence_id DESC LIMIT 1)`;
