SELECT
  'facts' AS layer,
  'terminals' AS source,
  purpose,
  0 AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  ((environment_id IN {exclusion_0_environments:Array(String)} AND admitted_at >= fromUnixTimestamp64Milli({exclusion_0_from:Int64}, 'UTC') AND admitted_at < fromUnixTimestamp64Milli({exclusion_0_to:Int64}, 'UTC'))) AS excluded,
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
ARRAY JOIN [
  ('', '', false),
  ('release', toString(release_id), false)
] AS part
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(admitted_at) >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
  AND toStartOfHour(admitted_at) <= toStartOfHour(fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
  AND admitted_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND admitted_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
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
  AND ((toString(final_model) IN {chosen_final_model:Array(String)} AND NOT (final_model = '')))
  AND ((if(final_model = '', '', toString(route_id)) IN {chosen_route:Array(String)} AND NOT (final_model = '')))
  AND (toString(connection_id) IN {chosen_connection:Array(String)})
GROUP BY purpose, member, value, unserved, excluded
UNION ALL
SELECT
  'facts' AS layer,
  'attempts' AS source,
  purpose,
  0 AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  ((environment_id IN {exclusion_0_environments:Array(String)} AND dispatched_at >= fromUnixTimestamp64Milli({exclusion_0_from:Int64}, 'UTC') AND dispatched_at < fromUnixTimestamp64Milli({exclusion_0_to:Int64}, 'UTC'))) AS excluded,
  arrayStringConcat([
    toInt128(count()),
    toInt128(countIf(usage_known AND isNotNull(total_tokens))),
    toInt128(sum(toInt128(ifNull(total_tokens, 0)))),
    toInt128(count(input_tokens)),
    toInt128(sum(toInt128(ifNull(input_tokens, 0)))),
    toInt128(count(output_tokens)),
    toInt128(sum(toInt128(ifNull(output_tokens, 0)))),
    toInt128(count(cache_read_tokens)),
    toInt128(sum(toInt128(ifNull(cache_read_tokens, 0)))),
    toInt128(count(reasoning_tokens)),
    toInt128(sum(toInt128(ifNull(reasoning_tokens, 0))))
  ], ' ') AS figures,
  emptyArrayUInt32() AS stale
FROM attempts_v1
ARRAY JOIN [
  ('', '', false),
  ('release', toString(release_id), false)
] AS part
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(dispatched_at) >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
  AND toStartOfHour(dispatched_at) <= toStartOfHour(fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
  AND dispatched_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND dispatched_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND (toString(provider_model) IN {chosen_final_model:Array(String)})
  AND (toString(route_id) IN {chosen_route:Array(String)})
  AND (toString(connection_id) IN {chosen_connection:Array(String)})
GROUP BY purpose, member, value, unserved, excluded
UNION ALL
SELECT
  'facts' AS layer,
  'effects' AS source,
  purpose,
  0 AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  ((environment_id IN {exclusion_0_environments:Array(String)} AND occurred_at >= fromUnixTimestamp64Milli({exclusion_0_from:Int64}, 'UTC') AND occurred_at < fromUnixTimestamp64Milli({exclusion_0_to:Int64}, 'UTC'))) AS excluded,
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
ARRAY JOIN [
  ('', '', false),
  ('release', toString(release_id), false)
] AS part
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(occurred_at) >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
  AND toStartOfHour(occurred_at) <= toStartOfHour(fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
  AND occurred_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND occurred_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND (toString(provider_model) IN {chosen_final_model:Array(String)})
  AND (toString(route_id) IN {chosen_route:Array(String)})
  AND (toString(connection_id) IN {chosen_connection:Array(String)})
GROUP BY purpose, member, value, unserved, excluded
