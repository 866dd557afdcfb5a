SELECT
  purpose,
  map(
    'admitted', toString(count())
  ) AS figures
FROM request_admissions_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(admitted_at) >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
  AND toStartOfHour(admitted_at) <= toStartOfHour(fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
  AND admitted_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND admitted_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND release_id IN {release_ids:Array(String)}
GROUP BY purpose
UNION ALL
SELECT
  purpose,
  map(
    'succeeded', toString(countIf(status = 'succeeded')),
    'refused', toString(countIf(status = 'refused')),
    'failed', toString(countIf(status = 'failed')),
    'cancelled', toString(countIf(status = 'cancelled')),
    'partial', toString(countIf(status = 'partial')),
    'ended', toString(count())
  ) AS figures
FROM request_terminals_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(admitted_at) >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
  AND toStartOfHour(admitted_at) <= toStartOfHour(fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
  AND admitted_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND admitted_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND release_id IN {release_ids:Array(String)}
GROUP BY purpose
UNION ALL
SELECT
  purpose,
  map(
    'attempts', toString(count()),
    'measured', toString(countIf(usage_known AND isNotNull(total_tokens))),
    'total_tokens', toString(sumIf(toInt128(ifNull(total_tokens, 0)), usage_known))
  ) AS figures
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
GROUP BY purpose
UNION ALL
SELECT
  purpose,
  map(
    'effects', toString(count())
  ) AS figures
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
  AND release_id IN {release_ids:Array(String)}
GROUP BY purpose
