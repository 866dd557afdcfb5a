-- Up Migration

-- A disabled user cannot log in, and the user's tokens do not work. `one_time_until` is the end of a password that an
-- administrator or `npm start` issued. It is null as soon as the user has chosen a password.
ALTER TABLE management_users ADD COLUMN disabled_at timestamptz, ADD COLUMN one_time_until timestamptz;

-- The network of the login, which the list of sessions shows. Sessions from before have none.
ALTER TABLE management_sessions ADD COLUMN network text;

-- The user whose rights bound a token; null for a token of the operator command. `ancestors` are the tokens that
-- created it, the oldest first. A token does not work after one of them was revoked.
ALTER TABLE management_tokens
  ADD COLUMN user_id text REFERENCES management_users,
  ADD COLUMN ancestors text[] NOT NULL DEFAULT '{}';

CREATE INDEX management_tokens_user ON management_tokens (user_id) WHERE user_id IS NOT NULL;

-- The audit of one credential and of one target.
CREATE INDEX audit_events_by_credential ON audit_events (credential_id, at, audit_id);
CREATE INDEX audit_events_by_target ON audit_events USING gin (targets);
