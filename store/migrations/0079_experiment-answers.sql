-- Up Migration

-- Finds the answers that replays of experiments still have. Existing data is unchanged.
CREATE INDEX quality_experiment_cells_answers ON quality_experiment_cells (run_id) WHERE answer IS NOT NULL;

-- Answers that a sweep removed.
ALTER TABLE retention_sweep ADD COLUMN experiment_answers integer NOT NULL DEFAULT 0;
