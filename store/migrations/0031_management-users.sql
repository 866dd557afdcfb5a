-- Up Migration

-- Users of the management plane. One who was removed keeps the row, so that the audit's id leads to a name, and has no password.
CREATE TABLE management_users (
  user_id text PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  password_hash text,
  created_at timestamptz NOT NULL,
  password_changed_at timestamptz NOT NULL,
  last_login_at timestamptz,
  removed_at timestamptz,
  CHECK ((removed_at IS NULL) = (password_hash IS NOT NULL))
);

-- A name is free again when its user was removed.
CREATE UNIQUE INDEX management_users_name ON management_users (name) WHERE removed_at IS NULL;

-- Sessions of users. A hash is all that is kept of what a cookie holds. What is no session any more is no row.
CREATE TABLE management_sessions (
  session_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES management_users,
  token_sha256 bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX management_sessions_user ON management_sessions (user_id);

-- Networks that users have logged in from: strangers who try a name from elsewhere do not slow its user there.
CREATE TABLE management_login_networks (
  user_id text NOT NULL REFERENCES management_users,
  network text NOT NULL,
  last_login_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, network)
);

-- How full the measure of each network and name is that tries to log in: it is empty at `empty_at`. What is empty needs no row.
CREATE TABLE management_login_limits (
  key text PRIMARY KEY,
  empty_at timestamptz NOT NULL
);

CREATE INDEX management_login_limits_empty ON management_login_limits (empty_at);

-- To the minute; null while a token was never used.
ALTER TABLE management_tokens ADD COLUMN last_used_at timestamptz;
