-- Up Migration

-- A schedule whose question cannot be asked is paused with a reason of its own.
ALTER TABLE report_schedules
  DROP CONSTRAINT report_schedules_pause_reason_check,
  ADD CONSTRAINT report_schedules_pause_reason_check CHECK (
    pause_reason IN ('', 'manual', 'authority_lost', 'report_deleted', 'view_changed', 'invalid_request')
  );
