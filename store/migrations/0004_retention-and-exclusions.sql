-- Up Migration

-- What insight reads of a workspace leave out, and the generations that end read contexts taken under an earlier state.
ALTER TABLE workspaces
  -- The retention horizon, midnight UTC: facts before it are gone. Null while nothing ever expired.
  ADD COLUMN keeps_from timestamptz,
  -- Until where facts have been erased; at or behind the horizon. An erasure that was interrupted has not moved it.
  ADD COLUMN erased_before timestamptz,
  ADD COLUMN retention_generation bigint NOT NULL DEFAULT 1,
  ADD COLUMN exclusion_generation bigint NOT NULL DEFAULT 1;

-- Traffic that no read counts: everything below a node within a half-open window of whole UTC hours.
CREATE TABLE exclusions (
  exclusion_id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  workspace_id text NOT NULL REFERENCES workspaces,
  -- The workspace itself, or an application, gateway or environment in it.
  node_id text NOT NULL,
  excluded_from timestamptz NOT NULL,
  excluded_to timestamptz NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (excluded_from < excluded_to)
);

CREATE INDEX exclusions_by_workspace ON exclusions (workspace_id, excluded_from);
