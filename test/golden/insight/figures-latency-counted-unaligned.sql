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
    toUnixTimestamp(toDateTime(toMonday(period), 'UTC')) AS bucket,
    '' AS member,
    '' AS value,
    false AS unserved,
    metric AS metric,
    status,
    rollup.bucket AS slot,
    sum(samples) AS in_slot,
    groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64}) AS stale_periods
  FROM latency_by_day_v1 AS rollup
  WHERE organization_id = {organization_id:String}
    AND workspace_id = {workspace_id:String}
    AND metric IN {metrics:Array(String)}
    AND period IN {days_periods:Array(DateTime('UTC'))}
    AND environment_id IN {environment_ids:Array(String)}
    AND purpose IN {purposes:Array(String)}
  GROUP BY purpose, bucket, metric, status, slot
)
GROUP BY purpose, bucket, member, value, unserved, metric, status
UNION ALL
SELECT
  'hours' AS layer,
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
    toUnixTimestamp(toDateTime(toMonday(period), 'UTC')) AS bucket,
    '' AS member,
    '' AS value,
    false AS unserved,
    metric AS metric,
    status,
    rollup.bucket AS slot,
    sum(samples) AS in_slot,
    groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64}) AS stale_periods
  FROM latency_by_hour_v1 AS rollup
  WHERE organization_id = {organization_id:String}
    AND workspace_id = {workspace_id:String}
    AND metric IN {metrics:Array(String)}
    AND period IN {hours_periods:Array(DateTime('UTC'))}
    AND environment_id IN {environment_ids:Array(String)}
    AND purpose IN {purposes:Array(String)}
    AND NOT ((environment_id IN {exclusion_0_environments:Array(String)} AND period >= {exclusion_0_from:DateTime64(3, 'UTC')} AND period < {exclusion_0_to:DateTime64(3, 'UTC')}))
  GROUP BY purpose, bucket, metric, status, slot
)
GROUP BY purpose, bucket, member, value, unserved, metric, status
UNION ALL
SELECT
  'facts' AS layer,
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
    toUnixTimestamp(toDateTime(toMonday(admitted_at), 'UTC')) AS bucket,
    '' AS member,
    '' AS value,
    false AS unserved,
    (arrayJoin(arrayFilter(each -> isNotNull(each.2), [('response_latency.v1', total_ms), ('first_output_latency.v1', first_output_ms)])) AS sample).1 AS metric,
    status,
    if(assumeNotNull(sample.2) < exp2(-10), 0, toUInt16(1 + floor(16 * (log2(assumeNotNull(sample.2)) + 10)))) AS slot,
    count() AS in_slot,
    emptyArrayUInt32() AS stale_periods
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
    AND NOT ((environment_id IN {exclusion_0_environments:Array(String)} AND admitted_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND admitted_at < {exclusion_0_to:DateTime64(3, 'UTC')}))
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
  GROUP BY purpose, bucket, metric, status, slot
)
GROUP BY purpose, bucket, member, value, unserved, metric, status
