-- Up Migration

-- Places of the lines that were set aside and of which no row is kept: those past the first thousand of a batch, and those that are
-- old. A repeated batch leaves them out like any other, and a gap that stands for one does not close by itself.
ALTER TABLE ingest_batches ADD COLUMN unkept int4multirange NOT NULL DEFAULT '{}';

-- From here on a line has a hash for as long as a gap waits for its event. Of those that were discarded, or whose gap somebody has
-- closed, none does any more.
UPDATE ingest_quarantine AS line SET event_hash = NULL
WHERE event_hash IS NOT NULL AND corrected_seq IS NULL AND (discarded_at IS NOT NULL OR NOT EXISTS (
  SELECT FROM ingest_gaps AS gap
  WHERE gap.batch_id = line.batch_id AND closed_seq IS NULL AND cause = 'quarantined' AND line.line_index <@ gap.lines));

-- How many lines that had outlived themselves the last sweep removed.
ALTER TABLE retention_sweep ADD COLUMN quarantined_lines integer NOT NULL DEFAULT 0;
