SELECT
  true AS ended,
  logical_request_id,
  purpose,
  toUnixTimestamp64Milli(admitted_at) AS at,
  release_id,
  streaming,
  streaming_unknown,
  status,
  terminal_kind,
  final_model,
  final_provider,
  attempt_count,
  total_ms,
  first_output_ms,
  protection_observed
FROM request_terminals_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(admitted_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(admitted_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND admitted_at >= {from:DateTime64(3, 'UTC')}
  AND admitted_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND release_id IN {release_ids:Array(String)}
  AND NOT ((environment_id IN {exclusion_0_environments:Array(String)} AND admitted_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND admitted_at < {exclusion_0_to:DateTime64(3, 'UTC')}))
  AND arrival_seq NOT IN
  (
    SELECT replaced_seq
    FROM replaced_terminals_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND toStartOfHour(admitted_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
      AND toStartOfHour(admitted_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
      AND environment_id IN {environment_ids:Array(String)}
      AND arrival_seq <= {fence:UInt64}
  )
  AND toStartOfHour(admitted_at) <= toStartOfHour({after_at:DateTime64(3, 'UTC')})
  AND admitted_at <= {after_at:DateTime64(3, 'UTC')}
  AND (admitted_at < {after_at:DateTime64(3, 'UTC')} OR (logical_request_id) < ({after_logical_request_id:String}))
ORDER BY toStartOfHour(admitted_at) DESC, admitted_at DESC, logical_request_id DESC, arrival_seq DESC
LIMIT {rows:UInt32}
SETTINGS read_in_order_use_buffering = 0, max_block_size = 8192
