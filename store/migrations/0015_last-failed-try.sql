-- Up Migration

-- The last try of a run that failed in a way that may pass, for whoever asks why the run waits. Null of runs whose tries all
-- went well, and of those that the version before tried.
ALTER TABLE report_runs
  ADD COLUMN last_failed_attempt integer,
  ADD COLUMN last_failure_code text,
  ADD COLUMN last_failed_at timestamptz;
