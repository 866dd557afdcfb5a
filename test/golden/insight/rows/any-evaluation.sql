SELECT 1 AS evaluated
FROM protection_evaluations_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(admitted_at) >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
  AND toStartOfHour(admitted_at) <= toStartOfHour(fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
  AND admitted_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND admitted_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND arrival_seq <= {fence:UInt64}
LIMIT 1
