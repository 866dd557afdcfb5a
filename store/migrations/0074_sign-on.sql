-- Up Migration

-- A user who signs on with an OpenID provider has no password. Issuer and subject identify the user at the provider.
-- `role_confirmed_at` is the time of the question to which the provider answered with the present role.
-- `subject_id` is the subject of the customer lane for which the user acts. If `subject_credential_id` is set, the user
-- acts for it while this credential is in force.
ALTER TABLE management_users
  ADD COLUMN issuer text,
  ADD COLUMN provider_subject text,
  ADD COLUMN role_confirmed_at timestamptz,
  ADD COLUMN subject_id text REFERENCES subjects,
  ADD COLUMN subject_credential_id text REFERENCES credentials,
  DROP CONSTRAINT management_users_check,
  ADD CONSTRAINT management_users_password_check CHECK (
    CASE WHEN issuer IS NULL THEN (removed_at IS NULL) = (password_hash IS NOT NULL) ELSE password_hash IS NULL END
  ),
  ADD CONSTRAINT management_users_identity_check CHECK (num_nulls(issuer, provider_subject, role_confirmed_at) IN (0, 3));

CREATE UNIQUE INDEX management_users_identity ON management_users (issuer, provider_subject) WHERE removed_at IS NULL;

-- `begun_by` is null for sessions from before, which end with the upgrade. The other columns are those of a session that
-- began with a sign-on: the time of the last question that the provider answered, the end of the present attempt to ask
-- again, and the refresh token, which only the cookie of the session opens.
ALTER TABLE management_sessions
  ADD COLUMN begun_by text CHECK (begun_by IN ('password', 'sign_on')),
  ADD COLUMN confirmed_at timestamptz,
  ADD COLUMN confirming_until timestamptz,
  ADD COLUMN refresh_token bytea,
  ADD CONSTRAINT management_sessions_sign_on_check CHECK ((begun_by = 'sign_on') = (confirmed_at IS NOT NULL));

-- The states of sign-ons that were completed or refused. Each is accepted once.
CREATE TABLE management_sign_on_states (
  state_sha256 bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX management_sign_on_states_by_expiry ON management_sign_on_states (expires_at);

-- The user of the management plane who acted for a subject of the customer lane.
ALTER TABLE audit_events ADD COLUMN user_id text;
CREATE INDEX audit_events_by_user ON audit_events (user_id, at, audit_id) WHERE user_id IS NOT NULL;
