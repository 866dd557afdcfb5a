-- Up Migration

-- What line_count and every place in a plan count: lines of the source, or the events that they tell of. Null where an earlier
-- version made the plan: it counts lines where their number is line_count and that of their events is not.
ALTER TABLE ingest_batches ADD COLUMN counted text CHECK (counted IN ('lines', 'events'));
