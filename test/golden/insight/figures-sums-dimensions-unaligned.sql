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
    sum(routed),
    sum(attempts),
    sum(measured),
    sum(total_tokens),
    sum(effects)
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
  'days' AS layer,
  'rollup' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(period), 'UTC')) AS bucket,
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
    sum(routed),
    sum(attempts),
    sum(measured),
    sum(total_tokens),
    sum(effects)
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
GROUP BY purpose, bucket, member, value, unserved
LIMIT {most_buckets:UInt32}
UNION ALL
SELECT
  'days' AS layer,
  'rollup' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(period), 'UTC')) AS bucket,
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
    sum(routed),
    sum(attempts),
    sum(measured),
    sum(total_tokens),
    sum(effects)
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
GROUP BY purpose, bucket, member, value, unserved
LIMIT {most_buckets:UInt32}
UNION ALL
SELECT
  'facts' AS layer,
  'admissions' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(admitted_at), 'UTC')) AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  false AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    count()
  ) AS figures,
  emptyArrayUInt32() AS stale
FROM request_admissions_v1
ARRAY JOIN [
  ('', '', false),
  multiIf(toString(`user`) = '', ('dimension_75736572', '', false), (purpose = 'application' AND toString(`user`) IN {shown_dimension_75736572_application:Array(String)}), ('dimension_75736572', toString(`user`), false), ('other dimension_75736572', '', false)),
  multiIf(if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) = '', ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false), (purpose = 'judge' AND if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {shown_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d_judge:Array(String)}), ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]), false), ('other dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false))
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
  AND toStartOfHour(admitted_at) IN {facts_periods:Array(DateTime('UTC'))}
GROUP BY purpose, bucket, member, value, unserved
LIMIT {most_buckets:UInt32}
UNION ALL
SELECT
  'facts' AS layer,
  'terminals' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(admitted_at), 'UTC')) AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
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
    countIf(final_model != '' AND route_id != '')
  ) AS figures,
  emptyArrayUInt32() AS stale
FROM request_terminals_v1
ARRAY JOIN [
  ('', '', false),
  multiIf(toString(`user`) = '', ('dimension_75736572', '', false), (purpose = 'application' AND toString(`user`) IN {shown_dimension_75736572_application:Array(String)}), ('dimension_75736572', toString(`user`), false), ('other dimension_75736572', '', false)),
  multiIf(if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) = '', ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false), (purpose = 'judge' AND if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {shown_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d_judge:Array(String)}), ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]), false), ('other dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false))
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
GROUP BY purpose, bucket, member, value, unserved
LIMIT {most_buckets:UInt32}
UNION ALL
SELECT
  'facts' AS layer,
  'attempts' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(dispatched_at), 'UTC')) AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
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
ARRAY JOIN [
  ('', '', false),
  multiIf(toString(`user`) = '', ('dimension_75736572', '', false), (purpose = 'application' AND toString(`user`) IN {shown_dimension_75736572_application:Array(String)}), ('dimension_75736572', toString(`user`), false), ('other dimension_75736572', '', false)),
  multiIf(if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) = '', ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false), (purpose = 'judge' AND if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {shown_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d_judge:Array(String)}), ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]), false), ('other dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false))
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
  AND toStartOfHour(dispatched_at) IN {facts_periods:Array(DateTime('UTC'))}
GROUP BY purpose, bucket, member, value, unserved
LIMIT {most_buckets:UInt32}
UNION ALL
SELECT
  'facts' AS layer,
  'effects' AS source,
  purpose,
  toUnixTimestamp(toDateTime(toMonday(occurred_at), 'UTC')) AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  false AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    count()
  ) AS figures,
  emptyArrayUInt32() AS stale
FROM cost_effects_v1
ARRAY JOIN [
  ('', '', false),
  multiIf(toString(`user`) = '', ('dimension_75736572', '', false), (purpose = 'application' AND toString(`user`) IN {shown_dimension_75736572_application:Array(String)}), ('dimension_75736572', toString(`user`), false), ('other dimension_75736572', '', false)),
  multiIf(if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) = '', ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false), (purpose = 'judge' AND if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {shown_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d_judge:Array(String)}), ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]), false), ('other dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false))
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
  AND toStartOfHour(occurred_at) IN {facts_periods:Array(DateTime('UTC'))}
GROUP BY purpose, bucket, member, value, unserved
LIMIT {most_buckets:UInt32}
) AS bucket_sums
GROUP BY layer, source, purpose, member, value, unserved, excluded
