-- Up Migration

-- Set by an operator who has looked at the line and wants to hear no more of it. What is missing stays disclosed.
ALTER TABLE ingest_quarantine ADD COLUMN discarded_at timestamptz;
ALTER TABLE ingest_quarantine ADD COLUMN discard_reason text;

-- One line is found by its place in the order of arrival, and pages go by it.
CREATE INDEX ingest_quarantine_by_arrival ON ingest_quarantine (arrival_seq);
