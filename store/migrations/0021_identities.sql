-- Up Migration

ALTER TABLE ingest_batches
  -- Places of the lines whose events were known before the batch was planned. A version that does not look for them gives
  -- none, and plans nothing from here on: its lines wait for one that does.
  ADD COLUMN repeated int4multirange NOT NULL DEFAULT '{}',
  -- It is written down in ClickHouse what the events of the batch are known by.
  ADD COLUMN identified boolean NOT NULL DEFAULT true;
ALTER TABLE ingest_batches ALTER COLUMN repeated DROP DEFAULT;

-- The migration of ClickHouse writes it down for what is loaded; a version that does not can mark nothing else loaded.
UPDATE ingest_batches SET identified = false WHERE loaded_at IS NULL;
ALTER TABLE ingest_batches ADD CONSTRAINT ingest_batches_loaded_identified CHECK (loaded_at IS NULL OR identified);

CREATE INDEX ingest_batches_unidentified ON ingest_batches (batch_id) WHERE NOT identified;
