-- Up Migration

-- The lines of a batch whose values of dimensions are beyond the share of their key: lists of half-open runs of
-- positions, by dimension. A repetition of the batch gives their rows the same value. Earlier batches folded nothing.
ALTER TABLE ingest_batches ADD COLUMN folded jsonb NOT NULL DEFAULT '{}';
