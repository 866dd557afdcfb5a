-- Up Migration

-- Requests that created something whose secret is shown once, by their idempotency key. A row has the id of what was
-- created, and neither the secret nor the answer. A request counts for seven days; later requests remove older rows.
CREATE TABLE secret_creations (
  -- The user or the token that sent the request.
  caller_id text NOT NULL,
  idempotency_key text NOT NULL,
  -- The digest of the operation and its body.
  fingerprint text NOT NULL,
  created_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (caller_id, idempotency_key)
);
CREATE INDEX secret_creations_by_age ON secret_creations (created_at);

-- The order in which keys are listed page by page.
CREATE INDEX virtual_keys_by_time ON virtual_keys (created_at, key_id);

-- The last warning that callers of a budget got: its time, and the percentage that was used or reserved. Null before
-- the first warning, and in counters of gateways of the previous version.
ALTER TABLE gateway_limit_counters ADD COLUMN warned_at timestamptz, ADD COLUMN warned_percent integer;

-- Counters of calls in flight have no window, so the index of windows does not contain them.
CREATE INDEX gateway_limit_counters_open ON gateway_limit_counters (limit_id) WHERE window_to IS NULL;
