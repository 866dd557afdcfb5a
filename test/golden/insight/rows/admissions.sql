SELECT
  false AS ended,
  logical_request_id,
  purpose,
  toUnixTimestamp64Milli(admitted_at) AS at,
  release_id,
  streaming,
  streaming_unknown,
  'pending' AS status,
  '' AS terminal_kind,
  '' AS final_model,
  '' AS final_provider,
  0 AS attempt_count,
  NULL AS total_ms,
  NULL AS first_output_ms,
  false AS protection_observed
FROM request_admissions_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(admitted_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(admitted_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND admitted_at >= {from:DateTime64(3, 'UTC')}
  AND admitted_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
ORDER BY toStartOfHour(admitted_at) DESC, admitted_at DESC, logical_request_id DESC, arrival_seq DESC
LIMIT {rows:UInt32}
SETTINGS read_in_order_use_buffering = 0, max_block_size = 8192
