-- Up Migration

-- Keys of the data plane. A hash is all that is kept of one; `locator` finds its row. An empty list of a scope restricts nothing.
-- Proxies read all keys in force every few seconds, so that the one index is that of those.
CREATE TABLE virtual_keys (
  key_id text PRIMARY KEY,
  owner text NOT NULL,
  label text NOT NULL,
  environment_id text NOT NULL REFERENCES environments,
  models text[] NOT NULL,
  providers text[] NOT NULL,
  endpoints text[] NOT NULL,
  allows_passthrough boolean NOT NULL,
  locator text NOT NULL UNIQUE,
  token_sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  successor_id text REFERENCES virtual_keys
);
CREATE INDEX virtual_keys_not_revoked ON virtual_keys (key_id) WHERE revoked_at IS NULL;
