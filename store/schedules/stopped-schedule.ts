/** The condition that the server paused a schedule `h`, and that its owner neither resumed nor deleted it. */
export const STOPPED = `h.pause_reason NOT IN ('', 'manual') AND h.deleted_at IS NULL`;

/**
 * The sentence that the last occurrence of a schedule `h` failed with, where the server paused the schedule because of
 * it; else null.
 */
export const PAUSE_DETAIL = `(
  SELECT CASE WHEN c.failure_code = h.pause_reason THEN c.failure_detail END FROM report_occurrences c
  WHERE c.schedule_id = h.schedule_id ORDER BY c.scheduled_for DESC, c.occurrence_id DESC LIMIT 1)`;
