-- Up Migration

-- Up to when everything that had come in is read and loaded, of all logs of events. No row until an indexer has begun.
CREATE TABLE index_progress (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  complete_through timestamptz NOT NULL
);

-- What could not be indexed when it was last tried, by its source. A row is removed once its source has not failed for a minute.
CREATE TABLE index_faults (
  source text PRIMARY KEY,
  message text NOT NULL,
  since timestamptz NOT NULL,
  last_at timestamptz NOT NULL
);
