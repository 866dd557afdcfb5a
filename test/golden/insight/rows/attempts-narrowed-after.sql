SELECT
  toString(toUnixTimestamp64Milli(dispatched_at)) AS at,
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
  toString(attempts_v1.input_tokens) AS input_tokens,
  toString(attempts_v1.output_tokens) AS output_tokens,
  toString(attempts_v1.cache_read_tokens) AS cache_read_tokens,
  toString(attempts_v1.cache_write_tokens) AS cache_write_tokens,
  toString(attempts_v1.reasoning_tokens) AS reasoning_tokens,
  toString(attempts_v1.total_tokens) AS total_tokens,
  toString(toUnixTimestamp64Milli(terminal_at)) AS ended
FROM attempts_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(dispatched_at) >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
  AND toStartOfHour(dispatched_at) <= toStartOfHour(fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
  AND dispatched_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND dispatched_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND release_id IN {release_ids:Array(String)}
  AND NOT ((environment_id IN {exclusion_0_environments:Array(String)} AND dispatched_at >= fromUnixTimestamp64Milli({exclusion_0_from:Int64}, 'UTC') AND dispatched_at < fromUnixTimestamp64Milli({exclusion_0_to:Int64}, 'UTC')))
  AND logical_request_id = {logical_request_id:String}
  AND toStartOfHour(dispatched_at) IN
  (
    SELECT toStartOfHour(occurred_at)
    FROM event_identities_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND request_hash = {request_hash:UInt64}
  )
  AND provider_id = {provider_id:String}
  AND provider_model = {provider_model:String}
  AND toStartOfHour(dispatched_at) <= toStartOfHour(fromUnixTimestamp64Milli({after_at:Int64}, 'UTC'))
  AND dispatched_at <= fromUnixTimestamp64Milli({after_at:Int64}, 'UTC')
  AND (dispatched_at < fromUnixTimestamp64Milli({after_at:Int64}, 'UTC') OR (logical_request_id, attempt_id) < ({after_logical_request_id:String}, {after_attempt_id:String}))
ORDER BY toStartOfHour(dispatched_at) DESC, dispatched_at DESC, logical_request_id DESC, attempt_id DESC, arrival_seq DESC
LIMIT {rows:UInt32}
SETTINGS optimize_read_in_order = 0
