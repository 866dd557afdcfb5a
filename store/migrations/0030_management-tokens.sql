-- Up Migration

-- Tokens of the management plane. A hash is all that is kept of one; `locator` finds its row.
CREATE TABLE management_tokens (
  token_id text PRIMARY KEY,
  label text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  scopes text[] NOT NULL,
  locator text NOT NULL UNIQUE,
  token_sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz
);
