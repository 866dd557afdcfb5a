SELECT
  'days' AS layer,
  purpose,
  bucket,
  member,
  value,
  unserved,
  metric,
  status,
  groupArray(slot) AS slots,
  groupArray(in_slot) AS counts,
  arrayDistinct(arrayFlatten(groupArray(stale_periods))) AS stale
FROM
(
  SELECT
    purpose,
    0 AS bucket,
    '' AS member,
    '' AS value,
    false AS unserved,
    metric AS metric,
    status,
    rollup.bucket AS slot,
    sum(samples) AS in_slot,
    groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64}) AS stale_periods
  FROM workspace_latency_by_day_v1 AS rollup
  WHERE organization_id = {organization_id:String}
    AND workspace_id = {workspace_id:String}
    AND metric IN {metrics:Array(String)}
    AND period >= {days_from:DateTime('UTC')}
    AND period < {days_to:DateTime('UTC')}
    AND purpose IN {purposes:Array(String)}
  GROUP BY purpose, metric, status, slot
)
GROUP BY purpose, bucket, member, value, unserved, metric, status
