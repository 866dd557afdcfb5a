-- Up Migration

-- Facts can be loaded again from their sources. Set while the tables of ClickHouse are emptied for it: nobody may read them.
ALTER TABLE ingest_arrival ADD COLUMN emptying_since timestamptz;

ALTER TABLE ingest_batches
  -- The batch was unloaded, to be loaded again; its facts may have been part of answers.
  ADD COLUMN reload boolean NOT NULL DEFAULT false,
  -- Consecutive batches of a source that are loaded again as one carry one token.
  DROP CONSTRAINT ingest_batches_token_key;

CREATE INDEX ingest_batches_unloaded ON ingest_batches (source_id, first_offset) WHERE loaded_at IS NULL;
