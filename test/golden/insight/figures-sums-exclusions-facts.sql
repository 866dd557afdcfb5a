SELECT
  'facts' AS layer,
  'admissions' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  ((environment_id IN {exclusion_0_environments:Array(String)} AND admitted_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND admitted_at < {exclusion_0_to:DateTime64(3, 'UTC')})) AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    count()
  ) AS figures,
  emptyArrayUInt32() AS stale
FROM request_admissions_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(admitted_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(admitted_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND admitted_at >= {from:DateTime64(3, 'UTC')}
  AND admitted_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
GROUP BY purpose, excluded
UNION ALL
SELECT
  'facts' AS layer,
  'terminals' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
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
GROUP BY purpose, excluded
UNION ALL
SELECT
  'facts' AS layer,
  'attempts' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  ((environment_id IN {exclusion_0_environments:Array(String)} AND dispatched_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND dispatched_at < {exclusion_0_to:DateTime64(3, 'UTC')})) AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    count(),
    countIf(usage_known AND isNotNull(total_tokens)),
    sum(toInt128(ifNull(total_tokens, 0)))
  ) AS figures,
  emptyArrayUInt32() AS stale
FROM attempts_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(dispatched_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(dispatched_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND dispatched_at >= {from:DateTime64(3, 'UTC')}
  AND dispatched_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
GROUP BY purpose, excluded
UNION ALL
SELECT
  'facts' AS layer,
  'effects' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
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
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(occurred_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(occurred_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND occurred_at >= {from:DateTime64(3, 'UTC')}
  AND occurred_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
GROUP BY purpose, excluded
