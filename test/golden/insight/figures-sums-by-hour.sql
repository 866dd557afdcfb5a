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
  'hours' AS layer,
  'rollup' AS source,
  purpose,
  toUnixTimestamp(toStartOfHour(period)) AS bucket,
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
  AND period >= {hours_from:DateTime('UTC')}
  AND period < {hours_to:DateTime('UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
GROUP BY purpose, bucket
LIMIT {most_buckets:UInt32}
) AS bucket_sums
GROUP BY layer, source, purpose, member, value, unserved, excluded
