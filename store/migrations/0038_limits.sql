-- Up Migration

-- What is used of each limit of the gateway, by node and window; amounts are whole, in the unit of the limit. What is left of a limit is
-- the most that the configuration file says without these three.
CREATE TABLE gateway_limit_counters (
  -- Limit, unit, window and node in one.
  counter_id text PRIMARY KEY,
  limit_id text NOT NULL,
  -- Such as `team:search`.
  node text NOT NULL,
  unit text NOT NULL CHECK (unit IN ('requests', 'tokens', 'nano_usd', 'calls')),
  -- Of a window from its first instant to the first of the next one; neither where calls on their way are counted.
  window_from timestamptz,
  window_to timestamptz,
  -- What calls came to, as far as processes reported it.
  settled bigint NOT NULL DEFAULT 0 CHECK (settled >= 0),
  -- What processes died with, which is charged in full.
  lapsed bigint NOT NULL DEFAULT 0 CHECK (lapsed >= 0),
  -- What processes hold.
  leased bigint NOT NULL DEFAULT 0 CHECK (leased >= 0),
  CONSTRAINT gateway_limit_counter_window CHECK (
    (unit = 'calls') = (window_from IS NULL) AND (window_from IS NULL) = (window_to IS NULL)
  )
);
CREATE INDEX gateway_limit_counters_past ON gateway_limit_counters (window_to) WHERE window_to IS NOT NULL;

-- What one process holds of a counter, and what it reported.
CREATE TABLE gateway_limit_leases (
  lease_id text PRIMARY KEY,
  counter_id text NOT NULL REFERENCES gateway_limit_counters ON DELETE CASCADE,
  -- The process.
  holder text NOT NULL,
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  settled bigint NOT NULL DEFAULT 0 CHECK (settled >= 0),
  lapsed bigint NOT NULL DEFAULT 0 CHECK (lapsed >= 0),
  -- The last exchange that was carried out: one that is sent again changes nothing.
  exchange integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  -- When it was given back, or its process was found dead.
  ended_at timestamptz,
  CONSTRAINT gateway_limit_lease_ended CHECK (ended_at IS NULL OR held = 0)
);
CREATE INDEX gateway_limit_leases_counter ON gateway_limit_leases (counter_id);
CREATE INDEX gateway_limit_leases_open ON gateway_limit_leases (expires_at) WHERE ended_at IS NULL;
CREATE INDEX gateway_limit_leases_ended ON gateway_limit_leases (ended_at) WHERE ended_at IS NOT NULL;
