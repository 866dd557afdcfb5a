-- Up Migration

-- What the last line before next_offset is known by besides its place, in a source that may give the place to something else.
ALTER TABLE ingest_sources ADD COLUMN read_mark text;

-- Of the events that the batch brought; null of those that an older version planned, and where it brought none.
ALTER TABLE ingest_batches ADD COLUMN newest_event_at timestamptz;
