-- Up Migration

ALTER TABLE ingest_sources DROP CONSTRAINT ingest_sources_kind_check;
ALTER TABLE ingest_sources ADD CONSTRAINT ingest_sources_kind_check CHECK (kind IN ('journal', 'file', 'outbox'));

-- The journal of the control plane: lines of the traffic format, each written in the transaction of the change that it
-- tells, and read by the indexer like a segment. Its offsets are places, from 0 and without holes.
CREATE TABLE control_plane_events (
  place bigint PRIMARY KEY,
  line text NOT NULL,
  created_at timestamptz NOT NULL
);

-- The next place. A row and not a sequence: its lock is held until the change commits, so that no reader sees a later
-- event while an earlier one is still invisible, and a change that is rolled back leaves no hole.
CREATE TABLE control_plane_end (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  next_place bigint NOT NULL
);
INSERT INTO control_plane_end (next_place) VALUES (0);

-- What can run in the environments of a workspace.
CREATE TABLE releases (
  release_id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  -- Digest of the release's configuration, where one was given.
  digest text,
  created_at timestamptz NOT NULL
);

CREATE INDEX releases_by_workspace ON releases (workspace_id, created_at DESC, release_id DESC);

-- What happened to releases, in order within each environment, whose row is locked meanwhile.
CREATE TABLE release_changes (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  marker_id text NOT NULL UNIQUE,
  environment_id text NOT NULL REFERENCES environments,
  release_id text NOT NULL REFERENCES releases,
  marker_kind text NOT NULL CHECK (marker_kind IN ('deployed', 'rolled_back', 'retired')),
  actor_kind text NOT NULL CHECK (actor_kind IN ('person', 'automation', 'system')),
  -- What the environment runs afterwards; null when nothing does.
  effective_release_id text REFERENCES releases,
  occurred_at timestamptz NOT NULL
);

CREATE INDEX release_changes_by_environment ON release_changes (environment_id, change_id DESC);
