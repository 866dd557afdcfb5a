SELECT
  toUnixTimestamp64Milli(occurred_at) AS at,
  logical_request_id,
  attempt_id,
  purpose,
  provider_id,
  provider_model,
  connection_id
FROM cost_effects_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(occurred_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(occurred_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND occurred_at >= {from:DateTime64(3, 'UTC')}
  AND occurred_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND release_id IN {release_ids:Array(String)}
  AND NOT ((environment_id IN {exclusion_0_environments:Array(String)} AND occurred_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND occurred_at < {exclusion_0_to:DateTime64(3, 'UTC')}))
  AND provider_id = {provider_id:String}
  AND toStartOfHour(occurred_at) <= toStartOfHour({after_at:DateTime64(3, 'UTC')})
  AND occurred_at <= {after_at:DateTime64(3, 'UTC')}
  AND (occurred_at < {after_at:DateTime64(3, 'UTC')} OR (logical_request_id, attempt_id) < ({after_logical_request_id:String}, {after_attempt_id:String}))
ORDER BY toStartOfHour(occurred_at) DESC, occurred_at DESC, logical_request_id DESC, attempt_id DESC, arrival_seq DESC
LIMIT 1 BY logical_request_id, attempt_id
LIMIT {rows:UInt32}
SETTINGS read_in_order_use_buffering = 0, max_block_size = 8192
