-- Up Migration

ALTER TABLE ingest_batches
  -- Places of the admissions behind the endings of their requests: nothing is loaded of them.
  ADD COLUMN late int4multirange NOT NULL DEFAULT '{}',
  -- Places of the endings that tell of their request first: it is counted by them.
  ADD COLUMN opening int4multirange NOT NULL DEFAULT '{}',
  -- Endings whose place a cancellation of the batch takes: [{index, seq, row}].
  ADD COLUMN replaced jsonb NOT NULL DEFAULT '[]';
-- A version that does not look for them gives none, and plans nothing from here on.
ALTER TABLE ingest_batches ALTER COLUMN opening DROP DEFAULT;

-- What endings are known by has changed. The migration of ClickHouse writes it down for what is loaded.
UPDATE ingest_batches SET identified = false WHERE loaded_at IS NULL;
