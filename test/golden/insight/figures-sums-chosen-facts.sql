SELECT
  'facts' AS layer,
  'terminals' AS source,
  purpose,
  0 AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  ((environment_id IN {exclusion_0_environments:Array(String)} AND admitted_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND admitted_at < {exclusion_0_to:DateTime64(3, 'UTC')})) AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    count(),
    countIf(status = 'succeeded'),
    countIf(status = 'refused'),
    countIf(status = 'failed'),
    countIf(status = 'cancelled'),
    countIf(status = 'partial'),
    countIf(final_model != ''),
    countIf(final_model != '' AND route_id != ''),
    countIf(protection_observed),
    count(total_ms),
    count(first_output_ms)
  ) AS figures,
  emptyArrayUInt32() AS stale
FROM request_terminals_v1
ARRAY JOIN [
  ('', '', false),
  ('release', toString(release_id), false)
] AS part
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(admitted_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(admitted_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND admitted_at >= {from:DateTime64(3, 'UTC')}
  AND admitted_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND arrival_seq NOT IN
  (
    SELECT replaced_seq
    FROM replaced_terminals_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND toStartOfHour(admitted_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
      AND toStartOfHour(admitted_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
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
  ((environment_id IN {exclusion_0_environments:Array(String)} AND dispatched_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND dispatched_at < {exclusion_0_to:DateTime64(3, 'UTC')})) AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    count(),
    countIf(usage_known AND isNotNull(total_tokens)),
    sum(toInt128(ifNull(total_tokens, 0))),
    count(input_tokens),
    sum(toInt128(ifNull(input_tokens, 0))),
    count(output_tokens),
    sum(toInt128(ifNull(output_tokens, 0))),
    count(cache_read_tokens),
    sum(toInt128(ifNull(cache_read_tokens, 0))),
    count(reasoning_tokens),
    sum(toInt128(ifNull(reasoning_tokens, 0)))
  ) AS figures,
  emptyArrayUInt32() AS stale
FROM attempts_v1
ARRAY JOIN [
  ('', '', false),
  ('release', toString(release_id), false)
] AS part
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(dispatched_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(dispatched_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND dispatched_at >= {from:DateTime64(3, 'UTC')}
  AND dispatched_at < {to:DateTime64(3, 'UTC')}
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
  ((environment_id IN {exclusion_0_environments:Array(String)} AND occurred_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND occurred_at < {exclusion_0_to:DateTime64(3, 'UTC')})) AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    count(),
    sum(toInt128(nanos)),
    sumIf(toInt128(nanos), effect_kind != 'adjustment'),
    sum(priced),
    sum(pending),
    sum(unpriced),
    sum(estimated),
    sum(estimate_unknown),
    sum(adjustments)
  ) AS figures,
  emptyArrayUInt32() AS stale
FROM cost_effects_v1
ARRAY JOIN [
  ('', '', false),
  ('release', toString(release_id), false)
] AS part
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(occurred_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(occurred_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND occurred_at >= {from:DateTime64(3, 'UTC')}
  AND occurred_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND (toString(provider_model) IN {chosen_final_model:Array(String)})
  AND (toString(route_id) IN {chosen_route:Array(String)})
  AND (toString(connection_id) IN {chosen_connection:Array(String)})
GROUP BY purpose, member, value, unserved, excluded
