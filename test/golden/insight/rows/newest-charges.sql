SELECT
  logical_request_id,
  attempt_id,
  toString(toUnixTimestamp64Milli(max(occurred_at))) AS at
FROM cost_effects_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(occurred_at) >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
  AND toStartOfHour(occurred_at) <= toStartOfHour(fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
  AND occurred_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND occurred_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND provider_model = {provider_model:String}
  AND logical_request_id IN {logical_request_ids:Array(String)}
  AND attempt_id IN {attempt_ids:Array(String)}
GROUP BY logical_request_id, attempt_id
