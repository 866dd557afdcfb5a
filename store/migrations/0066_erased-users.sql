-- Up Migration

-- Users that are erased from a workspace, as digests under a secret of the installation. Lines of the journal still
-- have them, so the indexer removes such a user from each event before `erased_before`, whenever it loads the event.
CREATE TABLE erased_users (
  workspace_id text NOT NULL REFERENCES workspaces,
  user_digest bytea NOT NULL CHECK (octet_length(user_digest) = 32),
  -- Midnight UTC: the sums of a day are erased as a unit.
  erased_before timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_digest)
);

-- A batch asks for the users whose erasure covers one of its events. For recent events, few do.
CREATE INDEX erased_users_by_time ON erased_users (workspace_id, erased_before);
