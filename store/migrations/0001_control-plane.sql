-- Up Migration

CREATE TABLE organizations (
  organization_id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE workspaces (
  workspace_id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE applications (
  application_id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE gateways (
  gateway_id text PRIMARY KEY,
  application_id text NOT NULL REFERENCES applications,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

-- The leaves of the tree: traffic belongs to exactly one environment.
CREATE TABLE environments (
  environment_id text PRIMARY KEY,
  gateway_id text NOT NULL REFERENCES gateways,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX workspaces_by_organization ON workspaces (organization_id);
CREATE INDEX applications_by_workspace ON applications (workspace_id);
CREATE INDEX gateways_by_application ON gateways (application_id);
CREATE INDEX environments_by_gateway ON environments (gateway_id);

CREATE TABLE subjects (
  subject_id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  name text NOT NULL,
  -- Moves in the same transaction as any change of the subject's bindings.
  authority_epoch bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);

CREATE INDEX subjects_by_organization ON subjects (organization_id);

-- Actions on a block of scope; a null level means everything below the last level named.
CREATE TABLE access_bindings (
  binding_id text PRIMARY KEY,
  subject_id text NOT NULL REFERENCES subjects,
  actions text[] NOT NULL,
  organization_id text NOT NULL REFERENCES organizations,
  workspace_id text REFERENCES workspaces,
  application_id text REFERENCES applications,
  gateway_id text REFERENCES gateways,
  environment_id text REFERENCES environments,
  created_at timestamptz NOT NULL
);

CREATE INDEX access_bindings_by_subject ON access_bindings (subject_id);

-- Bearer credentials. `locator` is the public part of the token that finds the row; the token is kept as a hash only.
CREATE TABLE credentials (
  credential_id text PRIMARY KEY,
  subject_id text NOT NULL REFERENCES subjects,
  class text NOT NULL CHECK (class IN ('management', 'runtime')),
  name text NOT NULL,
  locator text NOT NULL UNIQUE,
  token_sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz
);

-- Secrets that an installation makes once for itself, such as the key that seals read contexts.
CREATE TABLE installation_secrets (
  name text PRIMARY KEY,
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE saved_views (
  saved_view_id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  workspace_id text NOT NULL REFERENCES workspaces,
  owner text NOT NULL REFERENCES subjects,
  name text NOT NULL,
  audience text NOT NULL CHECK (audience IN ('personal', 'team')),
  filter_version integer NOT NULL,
  query jsonb NOT NULL,
  time_intent text NOT NULL CHECK (time_intent IN ('fixed', 'relative')),
  relative_window_seconds bigint,
  display_tz text NOT NULL,
  revision bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((time_intent = 'relative') = (relative_window_seconds IS NOT NULL))
);

CREATE INDEX saved_views_by_workspace ON saved_views (workspace_id, created_at DESC, saved_view_id DESC);

CREATE TABLE reports (
  report_id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  workspace_id text NOT NULL REFERENCES workspaces,
  owner text NOT NULL REFERENCES subjects,
  name text NOT NULL,
  saved_view_id text NOT NULL REFERENCES saved_views,
  view_revision bigint NOT NULL,
  recipient_subject_ids text[] NOT NULL,
  revision bigint NOT NULL DEFAULT 1,
  latest_run_id text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT report_name_taken UNIQUE (workspace_id, owner, name)
);

CREATE INDEX reports_by_workspace ON reports (workspace_id, created_at DESC, report_id DESC);

CREATE TABLE report_runs (
  run_id text PRIMARY KEY,
  report_id text NOT NULL REFERENCES reports,
  organization_id text NOT NULL REFERENCES organizations,
  workspace_id text NOT NULL REFERENCES workspaces,
  initiator text NOT NULL REFERENCES subjects,
  idempotency_key text NOT NULL,
  state text NOT NULL
    CHECK (state IN ('queued', 'running', 'ready', 'partial', 'failed', 'cancelled', 'expired')),
  failure_code text NOT NULL DEFAULT '',
  failure_detail text NOT NULL DEFAULT '',
  -- The insight-query/v1 document as it is asked: `from` and `to` resolved, scope included.
  question jsonb NOT NULL,
  view_revision bigint NOT NULL,
  window_from timestamptz NOT NULL,
  window_to timestamptz NOT NULL,
  display_tz text NOT NULL,
  -- The leaves that the run is answered over, resolved once; a leaf added later is not part of it.
  scope_environment_ids text[] NOT NULL,
  authority_epoch bigint NOT NULL,
  attempt integer NOT NULL DEFAULT 0,
  -- Until when the worker that holds the current attempt has promised to report; null unless running.
  lease_until timestamptz,
  coverage text[] NOT NULL DEFAULT '{}',
  truncated boolean NOT NULL DEFAULT false,
  artifact_digest text NOT NULL DEFAULT '',
  group_count integer NOT NULL DEFAULT 0,
  byte_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  -- When a worker, the API or the reconciler last moved the row; never shown.
  touched_at timestamptz NOT NULL
);

CREATE INDEX report_runs_by_report ON report_runs (report_id, created_at DESC, run_id DESC);
CREATE INDEX report_runs_unsettled ON report_runs (touched_at) WHERE state IN ('queued', 'running');

-- Stored answers, apart from the runs so that listing runs never touches them. JSON text exactly as digested.
CREATE TABLE report_answers (
  run_id text PRIMARY KEY REFERENCES report_runs,
  answer text NOT NULL
);

-- First answers of idempotent writes. Only committed successes are here.
CREATE TABLE idempotency_keys (
  workspace_id text NOT NULL REFERENCES workspaces,
  subject_id text NOT NULL REFERENCES subjects,
  key text NOT NULL,
  fingerprint text NOT NULL,
  status integer NOT NULL,
  document jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, subject_id, key)
);

-- Work for Temporal, written in the transaction that makes it due and carried over by the relay, at least once.
CREATE TABLE workflow_outbox (
  outbox_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('start_report_run', 'cancel_report_run')),
  workflow_id text NOT NULL,
  created_at timestamptz NOT NULL,
  next_try_at timestamptz NOT NULL,
  leased_until timestamptz,
  tries integer NOT NULL DEFAULT 0,
  last_error text,
  sent_at timestamptz,
  dead_at timestamptz
);

CREATE INDEX workflow_outbox_waiting ON workflow_outbox (next_try_at, outbox_id)
  WHERE sent_at IS NULL AND dead_at IS NULL;

-- What is alive, for readiness and reporting only; it never decides whether a write is accepted.
CREATE TABLE component_heartbeats (
  component text NOT NULL,
  instance_id text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (component, instance_id)
);
