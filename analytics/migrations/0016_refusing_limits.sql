-- The limit that refused a request, with its amounts at the refusal. Only endings with the status refused state it, and only those of
-- gateways that write it into the ending; `npm run rebuild-facts` reads it from the journal. It is in no identity.

ALTER TABLE request_terminals_v1
  ADD COLUMN IF NOT EXISTS limit_id LowCardinality(String) COMMENT 'Limit that refused the request; empty if none did, or if it is unknown',
  ADD COLUMN IF NOT EXISTS limit_node LowCardinality(String) COMMENT 'Node that the limit counts, with its organization; empty without a limit',
  ADD COLUMN IF NOT EXISTS limit_unit LowCardinality(String) COMMENT 'Unit of the amounts: requests, tokens, nano_usd or calls; empty without a limit',
  ADD COLUMN IF NOT EXISTS limit_amount Nullable(UInt64) COMMENT 'Maximum of the limit; null without a limit',
  ADD COLUMN IF NOT EXISTS limit_observed Nullable(UInt64) COMMENT 'Used or reserved amount, or the need of a request that can never fit; null if unknown',
  ADD COLUMN IF NOT EXISTS limit_bound Nullable(UInt64) COMMENT 'Amount by which a process may refuse too early; null without a limit',
  ADD COLUMN IF NOT EXISTS limit_resets_at Nullable(DateTime64(3, 'UTC')) COMMENT 'End of the window; null without a window';

ALTER TABLE replaced_terminals_v1
  ADD COLUMN IF NOT EXISTS limit_id LowCardinality(String) COMMENT 'Limit that refused the request; empty if none did, or if it is unknown',
  ADD COLUMN IF NOT EXISTS limit_node LowCardinality(String) COMMENT 'Node that the limit counts, with its organization; empty without a limit',
  ADD COLUMN IF NOT EXISTS limit_unit LowCardinality(String) COMMENT 'Unit of the amounts: requests, tokens, nano_usd or calls; empty without a limit',
  ADD COLUMN IF NOT EXISTS limit_amount Nullable(UInt64) COMMENT 'Maximum of the limit; null without a limit',
  ADD COLUMN IF NOT EXISTS limit_observed Nullable(UInt64) COMMENT 'Used or reserved amount, or the need of a request that can never fit; null if unknown',
  ADD COLUMN IF NOT EXISTS limit_bound Nullable(UInt64) COMMENT 'Amount by which a process may refuse too early; null without a limit',
  ADD COLUMN IF NOT EXISTS limit_resets_at Nullable(DateTime64(3, 'UTC')) COMMENT 'End of the window; null without a window';
