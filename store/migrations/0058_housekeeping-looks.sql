-- Up Migration

-- When a worker last looked whether there is housekeeping to do, a row for each kind of it. A look that was begun is waited for until
-- `held_until`; it is null before the first look came to its end.
CREATE TABLE housekeeping_looks (
  look text PRIMARY KEY,
  looked_at timestamptz,
  held_until timestamptz NOT NULL
);

-- Plans show which schedules of their workspace the server paused.
CREATE INDEX report_schedules_stopped ON report_schedules (workspace_id, updated_at, schedule_id)
  WHERE pause_reason NOT IN ('', 'manual') AND deleted_at IS NULL;
