-- Up Migration

-- The leaves of a report's latest run, kept where the row of that run does not take them along when its retention ends:
-- who may see the report is judged by them. The default lets a process of the previous version, which does not know the
-- column, go on writing reports and runs; what it writes is read from the row of the run, which stays for 90 days. The
-- lock that adding a column takes lasts until the end of this migration, so that no run slips past the backfill.
ALTER TABLE reports ADD COLUMN latest_scope_environment_ids text[] NOT NULL DEFAULT '{}';

UPDATE reports r SET latest_scope_environment_ids = n.scope_environment_ids
FROM report_runs n WHERE n.run_id = r.latest_run_id;
