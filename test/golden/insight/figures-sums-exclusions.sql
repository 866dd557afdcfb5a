SELECT
  'months' AS layer,
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
FROM traffic_by_month_v1 AS rollup
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND facet = ''
  AND period >= {months_from:DateTime('UTC')}
  AND period < {months_to:DateTime('UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
GROUP BY purpose
UNION ALL
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
  AND period IN {days_periods:Array(DateTime('UTC'))}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
GROUP BY purpose
UNION ALL
SELECT
  'hours' AS layer,
  'rollup' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  ((environment_id IN {exclusion_0_environments:Array(String)} AND period >= {exclusion_0_from:DateTime64(3, 'UTC')} AND period < {exclusion_0_to:DateTime64(3, 'UTC')})) AS excluded,
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
FROM traffic_by_hour_v1 AS rollup
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND facet = ''
  AND period >= {hours_from:DateTime('UTC')}
  AND period < {hours_to:DateTime('UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
GROUP BY purpose, excluded
