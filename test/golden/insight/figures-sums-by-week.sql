SELECT
  layer,
  source,
  purpose,
  member,
  value,
  unserved,
  excluded,
  arrayStringConcat(groupArray(bucket_sums.figures), ' ') AS figures,
  groupUniqArrayArray(bucket_sums.stale) AS stale
FROM
(
SELECT
  'days' AS layer,
  'rollup' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(period), 'UTC')) AS bucket,
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
GROUP BY purpose, bucket
LIMIT {most_buckets:UInt32}
UNION ALL
SELECT
  'hours' AS layer,
  'rollup' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(period), 'UTC')) AS bucket,
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
FROM traffic_by_hour_v1 AS rollup
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND facet = ''
  AND period IN {hours_periods:Array(DateTime('UTC'))}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
GROUP BY purpose, bucket
LIMIT {most_buckets:UInt32}
UNION ALL
SELECT
  'facts' AS layer,
  'admissions' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(admitted_at), 'UTC')) AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
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
  AND toStartOfHour(admitted_at) IN {facts_periods:Array(DateTime('UTC'))}
GROUP BY purpose, bucket
LIMIT {most_buckets:UInt32}
UNION ALL
SELECT
  'facts' AS layer,
  'terminals' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(admitted_at), 'UTC')) AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
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
  AND toStartOfHour(admitted_at) IN {facts_periods:Array(DateTime('UTC'))}
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
GROUP BY purpose, bucket
LIMIT {most_buckets:UInt32}
UNION ALL
SELECT
  'facts' AS layer,
  'attempts' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(dispatched_at), 'UTC')) AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
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
  AND toStartOfHour(dispatched_at) IN {facts_periods:Array(DateTime('UTC'))}
GROUP BY purpose, bucket
LIMIT {most_buckets:UInt32}
UNION ALL
SELECT
  'facts' AS layer,
  'effects' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(occurred_at), 'UTC')) AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
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
  AND toStartOfHour(occurred_at) IN {facts_periods:Array(DateTime('UTC'))}
GROUP BY purpose, bucket
LIMIT {most_buckets:UInt32}
) AS bucket_sums
GROUP BY layer, source, purpose, member, value, unserved, excluded
