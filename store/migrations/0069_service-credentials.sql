-- Up Migration

-- A program that calls models or sends traffic. It is no subject, so it has no bindings and no access to any data.
CREATE TABLE service_identities (
  service_id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  created_by text NOT NULL REFERENCES subjects,
  created_at timestamptz NOT NULL
);

CREATE INDEX service_identities_by_workspace ON service_identities (workspace_id, created_at DESC, service_id DESC);

CREATE TABLE teams (
  team_id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  created_by text NOT NULL REFERENCES subjects,
  created_at timestamptz NOT NULL
);

CREATE INDEX teams_by_workspace ON teams (workspace_id, created_at DESC, team_id DESC);

-- The credentials of services, with a table of their own: the previous version would give a row of `credentials` the
-- right to send all traffic.
CREATE TABLE service_credentials (
  credential_id text PRIMARY KEY,
  service_id text NOT NULL REFERENCES service_identities,
  environment_id text NOT NULL REFERENCES environments,
  label text NOT NULL,
  grants text[] NOT NULL CHECK (cardinality(grants) > 0
    AND grants <@ ARRAY['models.call', 'traffic.write', 'feedback.write']),
  team_ids text[] NOT NULL CHECK (cardinality(team_ids) <= 8),
  -- The lifetime, which a rotation repeats.
  ttl_days integer CHECK (ttl_days BETWEEN 1 AND 365),
  locator text NOT NULL UNIQUE,
  token_sha256 bytea NOT NULL,
  -- The operation that minted the credential.
  operation_id text NOT NULL UNIQUE,
  -- Of two rotations of a credential, one makes its successor.
  predecessor_id text UNIQUE REFERENCES service_credentials,
  created_by text NOT NULL REFERENCES subjects,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- The gateway processes that hold the credential, until it is ready.
  acknowledged_by text[] NOT NULL DEFAULT '{}',
  -- The time at which every live process of the gateway held the credential.
  ready_at timestamptz
);

CREATE INDEX service_credentials_by_service
  ON service_credentials (service_id, created_at DESC, credential_id DESC);
-- Gateways read these rows every few seconds.
CREATE INDEX service_credentials_not_revoked ON service_credentials (credential_id) WHERE revoked_at IS NULL;
