-- Up Migration

ALTER TABLE ingest_quarantine
  -- What the line would have been known by as an event, in decimal digits; null where it does not say.
  ADD COLUMN event_hash text,
  -- Arrival sequence of the line that brought its event after all.
  ADD COLUMN corrected_seq bigint;

-- Lines whose events are still missing are looked up by the events that come in.
CREATE INDEX ingest_quarantine_missing ON ingest_quarantine (event_hash)
  WHERE event_hash IS NOT NULL AND corrected_seq IS NULL;

ALTER TABLE ingest_gaps
  ADD COLUMN gap_id bigint GENERATED ALWAYS AS IDENTITY,
  -- Places of the lines of its batch that it stands for; empty where it was declared, or found by an older version.
  ADD COLUMN lines int4multirange NOT NULL DEFAULT '{}',
  -- Arrival sequence from which on it is closed: who reads as of before still sees it.
  ADD COLUMN closed_seq bigint,
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN close_reason text;

CREATE INDEX ingest_gaps_by_id ON ingest_gaps (gap_id);
CREATE INDEX ingest_gaps_open ON ingest_gaps (batch_id) WHERE closed_seq IS NULL;
