-- Up Migration

-- Answers that the gateway keeps, to give them again: one for each fingerprint. A row is never edited: a younger answer is another entry.
CREATE TABLE cache_entries (
  entry_id text PRIMARY KEY,
  -- Over scope, rule, provider and everything of the request that an answer depends on.
  fingerprint bytea NOT NULL UNIQUE,
  -- The same without what a rule of the kind `normalized` leaves out: whether a hit is exact.
  exact_digest bytea NOT NULL,
  scope_key text NOT NULL,
  rule_id text NOT NULL,
  -- The request whose answer it is.
  source_request_id text NOT NULL,
  provider_id text NOT NULL,
  model text NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  -- What the call cost, which a hit saves; null where nobody knows.
  price_nano_usd numeric(38, 0) CHECK (price_nano_usd >= 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX cache_entries_by_scope ON cache_entries (scope_key);
CREATE INDEX cache_entries_by_rule ON cache_entries (rule_id);
CREATE INDEX cache_entries_expiring ON cache_entries (expires_at);
CREATE INDEX cache_entries_by_age ON cache_entries (created_at);

-- What was purged, in the order in which it was: processes drop it from their memory, and what was on its way meanwhile is not kept.
CREATE TABLE cache_purges (
  purge_id bigint PRIMARY KEY,
  purged_by text NOT NULL CHECK (purged_by IN ('entry', 'scope', 'rule')),
  value text NOT NULL,
  deleted bigint NOT NULL,
  purged_at timestamptz NOT NULL
);

-- The number of the last purge: a lock on its one row puts purges one behind the other.
CREATE TABLE cache_purge_number (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  last bigint NOT NULL
);
INSERT INTO cache_purge_number (last) VALUES (0);

-- What became of requests at the cache, summed by day of UTC. What processes counted in their last seconds before a kill is missing.
CREATE TABLE cache_figures (
  day date NOT NULL,
  rule_id text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('hit', 'would_hit', 'miss', 'bypass', 'error')),
  -- Of a hit or would-hit; empty otherwise.
  kind text NOT NULL CHECK (kind IN ('', 'exact', 'normalized')),
  requests bigint NOT NULL,
  -- Requests whose saving is known, and what they save in all.
  priced bigint NOT NULL,
  saved_nano_usd numeric(38, 0) NOT NULL,
  PRIMARY KEY (day, rule_id, outcome, kind)
);

-- How many answers that had outlived themselves the last sweep removed.
ALTER TABLE retention_sweep ADD COLUMN cache_entries integer NOT NULL DEFAULT 0;
