SELECT
  logical_request_id,
  attempt_id,
  toUnixTimestamp64Milli(max(occurred_at)) AS at
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
  AND provider_model = {provider_model:String}
  AND logical_request_id IN {logical_request_ids:Array(String)}
  AND attempt_id IN {attempt_ids:Array(String)}
GROUP BY logical_request_id, attempt_id
