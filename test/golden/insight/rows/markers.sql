SELECT
  toUnixTimestamp64Milli(occurred_at) AS at,
  marker_id,
  marker_kind,
  release_id,
  effective_digest,
  gateway_id,
  environment_id,
  actor_kind
FROM release_markers_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(occurred_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(occurred_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND occurred_at >= {from:DateTime64(3, 'UTC')}
  AND occurred_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND arrival_seq <= {fence:UInt64}
ORDER BY toStartOfHour(occurred_at) DESC, occurred_at DESC, marker_id DESC, arrival_seq DESC
LIMIT 1 BY occurred_at, marker_id
LIMIT {rows:UInt32}
SETTINGS read_in_order_use_buffering = 0, max_block_size = 8192
