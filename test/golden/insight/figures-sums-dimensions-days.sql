SELECT
  'days' AS layer,
  'rollup' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    sum(admitted),
    sum(ended),
    sum(succeeded),
    sum(refused),
    sum(failed),
    sum(cancelled),
    sum(partial),
    sum(served),
    sum(routed),
    sum(protection_observed),
    sum(response_samples),
    sum(first_output_samples),
    sum(attempts),
    sum(measured),
    sum(total_tokens),
    sum(effects),
    sum(nanos),
    sum(settled_nanos),
    sum(priced),
    sum(pending),
    sum(unpriced),
    sum(estimated),
    sum(estimate_unknown),
    sum(adjustments)
  ) AS figures,
  groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64}) AS stale
FROM traffic_by_day_v1 AS rollup
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND facet = ''
  AND period >= {days_from:DateTime('UTC')}
  AND period < {days_to:DateTime('UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
GROUP BY purpose
UNION ALL
SELECT
  'days' AS layer,
  'rollup' AS source,
  purpose,
  0 AS bucket,
  if((purpose = 'application' AND rollup.value IN {shown_dimension_75736572_application:Array(String)}), 'dimension_75736572', 'other dimension_75736572') AS member,
  if((purpose = 'application' AND rollup.value IN {shown_dimension_75736572_application:Array(String)}), rollup.value, '') AS value,
  false AS unserved,
  false AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    sum(admitted),
    sum(ended),
    sum(succeeded),
    sum(refused),
    sum(failed),
    sum(cancelled),
    sum(partial),
    sum(served),
    sum(routed),
    sum(protection_observed),
    sum(response_samples),
    sum(first_output_samples),
    sum(attempts),
    sum(measured),
    sum(total_tokens),
    sum(effects),
    sum(nanos),
    sum(settled_nanos),
    sum(priced),
    sum(pending),
    sum(unpriced),
    sum(estimated),
    sum(estimate_unknown),
    sum(adjustments)
  ) AS figures,
  groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64}) AS stale
FROM dimension_sums_by_day_v1 AS rollup
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND dimension = unhex('75736572')
  AND period >= {days_from:DateTime('UTC')}
  AND period < {days_to:DateTime('UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
GROUP BY purpose, member, value, unserved
UNION ALL
SELECT
  'days' AS layer,
  'rollup' AS source,
  purpose,
  0 AS bucket,
  if((purpose = 'judge' AND rollup.value IN {shown_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d_judge:Array(String)}), 'dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', 'other dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d') AS member,
  if((purpose = 'judge' AND rollup.value IN {shown_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d_judge:Array(String)}), rollup.value, '') AS value,
  false AS unserved,
  false AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    sum(admitted),
    sum(ended),
    sum(succeeded),
    sum(refused),
    sum(failed),
    sum(cancelled),
    sum(partial),
    sum(served),
    sum(routed),
    sum(protection_observed),
    sum(response_samples),
    sum(first_output_samples),
    sum(attempts),
    sum(measured),
    sum(total_tokens),
    sum(effects),
    sum(nanos),
    sum(settled_nanos),
    sum(priced),
    sum(pending),
    sum(unpriced),
    sum(estimated),
    sum(estimate_unknown),
    sum(adjustments)
  ) AS figures,
  groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64}) AS stale
FROM dimension_sums_by_day_v1 AS rollup
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND dimension IN (unhex('7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d'), unhex('7461672e666f6c646564')) AND (dimension = unhex('7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d') OR rollup.value = unhex('20666f6c646564'))
  AND period >= {days_from:DateTime('UTC')}
  AND period < {days_to:DateTime('UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
GROUP BY purpose, member, value, unserved
