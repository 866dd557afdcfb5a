SELECT
  'hours' AS layer,
  'rollup' AS source,
  purpose,
  roundDown(toUnixTimestamp(period), arrayMap(start -> toUnixTimestamp(start), {bucket_starts:Array(DateTime('UTC'))})) AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
  arrayStringConcat([
    toInt128(sum(admitted)),
    toInt128(sum(ended)),
    toInt128(sum(succeeded)),
    toInt128(sum(refused)),
    toInt128(sum(failed)),
    toInt128(sum(cancelled)),
    toInt128(sum(partial)),
    toInt128(sum(served)),
    toInt128(sum(routed)),
    toInt128(sum(protection_observed)),
    toInt128(sum(response_samples)),
    toInt128(sum(first_output_samples)),
    toInt128(sum(attempts)),
    toInt128(sum(measured)),
    toInt128(sum(total_tokens)),
    toInt128(sum(effects)),
    toInt128(sum(nanos)),
    toInt128(sum(settled_nanos)),
    toInt128(sum(priced)),
    toInt128(sum(pending)),
    toInt128(sum(unpriced)),
    toInt128(sum(estimated)),
    toInt128(sum(estimate_unknown)),
    toInt128(sum(adjustments))
  ], ' ') AS figures,
  groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64}) AS stale
FROM traffic_by_hour_v1 AS rollup
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND facet = ''
  AND period IN {hours_periods:Array(DateTime('UTC'))}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
GROUP BY purpose, bucket
UNION ALL
SELECT
  'facts' AS layer,
  'admissions' AS source,
  purpose,
  roundDown(toUnixTimestamp(admitted_at), arrayMap(start -> toUnixTimestamp(start), {bucket_starts:Array(DateTime('UTC'))})) AS bucket,
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
  AND toStartOfHour(admitted_at) IN {facts_periods:Array(DateTime('UTC'))}
GROUP BY purpose, bucket
UNION ALL
SELECT
  'facts' AS layer,
  'terminals' AS source,
  purpose,
  roundDown(toUnixTimestamp(admitted_at), arrayMap(start -> toUnixTimestamp(start), {bucket_starts:Array(DateTime('UTC'))})) AS bucket,
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
  AND toStartOfHour(admitted_at) IN {facts_periods:Array(DateTime('UTC'))}
  AND arrival_seq NOT IN
  (
    SELECT replaced_seq
    FROM replaced_terminals_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND toStartOfHour(admitted_at) >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
      AND toStartOfHour(admitted_at) <= toStartOfHour(fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
      AND environment_id IN {environment_ids:Array(String)}
      AND arrival_seq <= {fence:UInt64}
  )
GROUP BY purpose, bucket
UNION ALL
SELECT
  'facts' AS layer,
  'attempts' AS source,
  purpose,
  roundDown(toUnixTimestamp(dispatched_at), arrayMap(start -> toUnixTimestamp(start), {bucket_starts:Array(DateTime('UTC'))})) AS bucket,
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
  AND toStartOfHour(dispatched_at) IN {facts_periods:Array(DateTime('UTC'))}
GROUP BY purpose, bucket
UNION ALL
SELECT
  'facts' AS layer,
  'effects' AS source,
  purpose,
  roundDown(toUnixTimestamp(occurred_at), arrayMap(start -> toUnixTimestamp(start), {bucket_starts:Array(DateTime('UTC'))})) AS bucket,
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
  AND toStartOfHour(occurred_at) IN {facts_periods:Array(DateTime('UTC'))}
GROUP BY purpose, bucket
