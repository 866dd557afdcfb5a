-- Up Migration

-- A way to a provider of models. The key itself is nowhere in here: only the name of the variable or of the file that holds it.
-- A connection is never edited, so that what was called by it stays known: it is retired, and another one added.
CREATE TABLE provider_connections (
  connection_id text PRIMARY KEY,
  name text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('anthropic', 'openai', 'openai_compatible')),
  wire text NOT NULL CHECK (wire IN ('messages', 'chat_completions', 'responses')),
  endpoint text NOT NULL,
  key_variable text,
  key_file text,
  -- The family of each model by its name, as the provider calls it.
  model_families jsonb NOT NULL,
  uses text[] NOT NULL CHECK (uses <@ '{inference,judging}' AND uses <> '{}'),
  created_at timestamptz NOT NULL,
  retired_at timestamptz,
  CONSTRAINT provider_connection_key CHECK (num_nonnulls(key_variable, key_file) = 1)
);

CREATE UNIQUE INDEX provider_connection_name ON provider_connections (name) WHERE retired_at IS NULL;

-- Where a connection may be used: in a workspace with all that lies below it, or in one environment.
CREATE TABLE connection_grants (
  connection_id text NOT NULL REFERENCES provider_connections,
  workspace_id text REFERENCES workspaces,
  environment_id text REFERENCES environments,
  CONSTRAINT connection_grant_node CHECK (num_nonnulls(workspace_id, environment_id) = 1),
  CONSTRAINT connection_grant UNIQUE NULLS NOT DISTINCT (connection_id, workspace_id, environment_id)
);

CREATE INDEX connection_grants_by_workspace ON connection_grants (workspace_id) WHERE workspace_id IS NOT NULL;
CREATE INDEX connection_grants_by_environment ON connection_grants (environment_id) WHERE environment_id IS NOT NULL;
