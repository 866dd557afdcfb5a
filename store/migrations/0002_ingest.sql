-- Up Migration

-- Where events come from: a segment of the journal or an imported file. One indexer at a time holds the lease.
CREATE TABLE ingest_sources (
  source_id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('journal', 'file')),
  -- The file to read, absolute. The same content may be offered from another place later.
  location text NOT NULL,
  -- Everything before it is planned. Bytes of a journal segment, lines of a file.
  next_offset bigint NOT NULL DEFAULT 0,
  -- Size of a file: with its sha256, what finds the file again as the beginning of one that has grown.
  content_bytes bigint,
  -- Set when a file has been planned to its end.
  finished_at timestamptz,
  lease_holder text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL
);

-- The one counter of arrival. A row and not a sequence: its lock is held until the plan commits, so that no reader sees
-- a later range while an earlier one is still invisible.
CREATE TABLE ingest_arrival (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  last_seq bigint NOT NULL
);
INSERT INTO ingest_arrival (last_seq) VALUES (0);

-- Planned batches. A batch is loaded again from the same offsets, with the same token, until it is marked loaded.
CREATE TABLE ingest_batches (
  batch_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id text NOT NULL REFERENCES ingest_sources,
  -- Half-open, in the unit of the source.
  first_offset bigint NOT NULL,
  last_offset bigint NOT NULL,
  -- Line n of the batch, from 0 and blank lines included, has the arrival sequence first_seq + n.
  first_seq bigint NOT NULL,
  line_count integer NOT NULL CHECK (line_count > 0),
  -- Random, so that tokens stay apart even where two control planes share one ClickHouse.
  token uuid NOT NULL UNIQUE,
  -- Valid events by name.
  event_counts jsonb NOT NULL,
  planned_at timestamptz NOT NULL,
  loaded_at timestamptz,
  UNIQUE (source_id, first_offset)
);

CREATE INDEX ingest_batches_planned ON ingest_batches (first_seq) WHERE loaded_at IS NULL;

-- How far the planned and the loaded batches reach, as arrival sequences.
CREATE TABLE ingest_watermarks (
  organization_id text NOT NULL,
  workspace_id text NOT NULL,
  producer_class text NOT NULL CHECK (producer_class IN ('gateway_journal', 'control_plane_outbox')),
  produced_through bigint NOT NULL DEFAULT 0,
  indexed_through bigint NOT NULL DEFAULT 0,
  last_indexed_at timestamptz,
  PRIMARY KEY (organization_id, workspace_id, producer_class)
);

-- Whose traffic a source has brought so far, to attribute what can no longer be read.
CREATE TABLE ingest_source_workspaces (
  source_id text NOT NULL REFERENCES ingest_sources,
  organization_id text NOT NULL,
  workspace_id text NOT NULL,
  newest_event_at timestamptz NOT NULL,
  PRIMARY KEY (source_id, workspace_id)
);

-- Lines set aside. Decided once, with the plan: a repeated batch leaves out exactly these.
CREATE TABLE ingest_quarantine (
  batch_id bigint NOT NULL REFERENCES ingest_batches,
  -- Place in the batch, from 0.
  line_index integer NOT NULL,
  arrival_seq bigint NOT NULL,
  reason text NOT NULL,
  detail text NOT NULL,
  -- The first 2,000 characters.
  line_start text NOT NULL,
  PRIMARY KEY (batch_id, line_index)
);

-- Times in which traffic of a workspace is known to be missing, half-open.
CREATE TABLE ingest_gaps (
  batch_id bigint NOT NULL REFERENCES ingest_batches,
  organization_id text NOT NULL,
  workspace_id text NOT NULL,
  producer_class text NOT NULL CHECK (producer_class IN ('gateway_journal', 'control_plane_outbox')),
  gap_from timestamptz NOT NULL,
  gap_to timestamptz NOT NULL,
  cause text NOT NULL CHECK (cause IN ('quarantined', 'declared')),
  reason text NOT NULL,
  CHECK (gap_from < gap_to)
);

CREATE INDEX ingest_gaps_by_workspace ON ingest_gaps (workspace_id, gap_from);
