SELECT
  toUnixTimestamp64Milli(dispatched_at) AS at,
  logical_request_id,
  attempt_id,
  ordinal,
  purpose,
  role,
  route_changed,
  output_state,
  provider_id,
  provider_model,
  connection_id,
  usage_source,
  usage_known,
  input_tokens,
  output_tokens,
  cache_read_tokens,
  cache_write_tokens,
  reasoning_tokens,
  total_tokens,
  toUnixTimestamp64Milli(terminal_at) AS ended
FROM attempts_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(dispatched_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(dispatched_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND dispatched_at >= {from:DateTime64(3, 'UTC')}
  AND dispatched_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
ORDER BY toStartOfHour(dispatched_at) DESC, dispatched_at DESC, logical_request_id DESC, attempt_id DESC, arrival_seq DESC
LIMIT {rows:UInt32}
SETTINGS read_in_order_use_buffering = 0, max_block_size = 8192
