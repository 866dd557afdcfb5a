-- Up Migration

-- What texts of lines set aside take, by the day (UTC) on which they were planned and by whose they are; empty where nobody knows it. A
-- line is forgotten after 30 days, and its day with it.
CREATE TABLE ingest_quarantine_days (
  day date NOT NULL,
  organization_id text NOT NULL,
  environment_id text NOT NULL,
  kept_bytes bigint NOT NULL,
  -- Lines of which no text is kept, since there was no room for it in a share.
  beyond bigint NOT NULL,
  PRIMARY KEY (day, organization_id, environment_id)
);

INSERT INTO ingest_quarantine_days (day, organization_id, environment_id, kept_bytes, beyond)
SELECT (planned_at AT TIME ZONE 'UTC')::date, '', '', sum(octet_length(line_start) + octet_length(detail) + 200), 0
FROM ingest_quarantine JOIN ingest_batches USING (batch_id)
GROUP BY 1;

-- Gaps of a place are counted before another one joins them.
CREATE INDEX ingest_gaps_by_place ON ingest_gaps (workspace_id, coalesce(environment_id, ''), producer_class);
