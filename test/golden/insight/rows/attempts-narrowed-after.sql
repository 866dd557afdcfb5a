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
  AND dispatched_at >= {from:DateTime64(3, 'UTC')}
  AND dispatched_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND release_id IN {release_ids:Array(String)}
  AND NOT ((environment_id IN {exclusion_0_environments:Array(String)} AND dispatched_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND dispatched_at < {exclusion_0_to:DateTime64(3, 'UTC')}))
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
  AND toStartOfHour(dispatched_at) <= toStartOfHour({after_at:DateTime64(3, 'UTC')})
  AND dispatched_at <= {after_at:DateTime64(3, 'UTC')}
  AND (dispatched_at < {after_at:DateTime64(3, 'UTC')} OR (logical_request_id, attempt_id) < ({after_logical_request_id:String}, {after_attempt_id:String}))
ORDER BY dispatched_at DESC, logical_request_id DESC, attempt_id DESC, arrival_seq DESC
LIMIT {rows:UInt32}
SETTINGS optimize_read_in_order = 0
