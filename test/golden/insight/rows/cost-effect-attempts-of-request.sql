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
  AND occurred_at >= {from:DateTime64(3, 'UTC')}
  AND occurred_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND logical_request_id = {logical_request_id:String}
  AND toStartOfHour(occurred_at) IN
  (
    SELECT toStartOfHour(occurred_at)
    FROM event_identities_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND request_hash = {request_hash:UInt64}
  )
ORDER BY occurred_at DESC, logical_request_id DESC, attempt_id DESC, arrival_seq DESC
LIMIT 1 BY logical_request_id, attempt_id
LIMIT {rows:UInt32}
SETTINGS optimize_read_in_order = 0
