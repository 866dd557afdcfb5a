-- Up Migration

-- How much of its own each workspace has brought. Its readers are shown this and not the counter of arrival, which tells how
-- much everybody brings.
CREATE TABLE ingest_own_sequences (
  workspace_id text PRIMARY KEY,
  -- Lines that name the workspace and were planned so far.
  own_seq bigint NOT NULL,
  -- The arrival sequence of the last batch with any of them, or with a gap of the workspace.
  arrival_seq bigint NOT NULL
);

-- What arrived before was not counted by workspace: all of it counts as one.
INSERT INTO ingest_own_sequences (workspace_id, own_seq, arrival_seq)
SELECT workspace_id, 1, max(arrival_seq)
FROM (
  SELECT workspace_id, produced_through AS arrival_seq FROM ingest_watermarks
  UNION ALL
  SELECT workspace_id, first_seq + line_count - 1 FROM ingest_gaps JOIN ingest_batches USING (batch_id)
) AS part
GROUP BY workspace_id;

-- `produced_through` in the workspace's own sequence.
ALTER TABLE ingest_watermarks ADD COLUMN own_through bigint NOT NULL DEFAULT 1;

-- The own sequence of each workspace in the batch before the batch, by its id. Null of a batch that an older version planned,
-- which may hold anybody's.
ALTER TABLE ingest_batches ADD COLUMN own_before jsonb;
