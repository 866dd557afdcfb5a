-- Up Migration

-- How many files of captured content the last sweep removed.
ALTER TABLE retention_sweep ADD COLUMN contents integer NOT NULL DEFAULT 0;
