SELECT
  'facts' AS layer,
  'admissions' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
  arrayStringConcat([
    toInt128(count())
  ], ' ') AS figures,
  emptyArrayUInt32() AS stale
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
GROUP BY purpose
UNION ALL
SELECT
  'facts' AS layer,
  'terminals' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
  arrayStringConcat([
    toInt128(count()),
    toInt128(countIf(status = 'succeeded')),
    toInt128(countIf(status = 'refused')),
    toInt128(countIf(status = 'failed')),
    toInt128(countIf(status = 'cancelled')),
    toInt128(countIf(status = 'partial')),
    toInt128(countIf(final_model != '')),
    toInt128(countIf(final_model != '' AND route_id != '')),
    toInt128(countIf(protection_observed)),
    toInt128(count(total_ms)),
    toInt128(count(first_output_ms))
  ], ' ') AS figures,
  emptyArrayUInt32() AS stale
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
GROUP BY purpose
UNION ALL
SELECT
  'facts' AS layer,
  'attempts' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
  arrayStringConcat([
    toInt128(count()),
    toInt128(countIf(usage_known AND isNotNull(total_tokens))),
    toInt128(sum(toInt128(ifNull(total_tokens, 0))))
  ], ' ') AS figures,
  emptyArrayUInt32() AS stale
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
GROUP BY purpose
UNION ALL
SELECT
  'facts' AS layer,
  'effects' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
  arrayStringConcat([
    toInt128(count()),
    toInt128(sum(toInt128(nanos))),
    toInt128(sumIf(toInt128(nanos), effect_kind != 'adjustment')),
    toInt128(sum(priced)),
    toInt128(sum(pending)),
    toInt128(sum(unpriced)),
    toInt128(sum(estimated)),
    toInt128(sum(estimate_unknown)),
    toInt128(sum(adjustments))
  ], ' ') AS figures,
  emptyArrayUInt32() AS stale
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
GROUP BY purpose
