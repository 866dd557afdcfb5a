SELECT
  purpose,
  toUnixTimestamp(toDateTime(toStartOfMonth(admitted_at), 'UTC')) AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  uniqExactIf((team_id, trace_id), trace_id != '') AS runs,
  countIf(trace_id = '') AS untraced
FROM request_admissions_v1
ARRAY JOIN [
  ('', '', false),
  ('release', toString(release_id), false),
  ('input_size_bucket', toString(input_size_bucket), false)
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
  AND NOT ((environment_id IN {exclusion_0_environments:Array(String)} AND admitted_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND admitted_at < {exclusion_0_to:DateTime64(3, 'UTC')}))
  AND team_id != ''
GROUP BY purpose, bucket, member, value, unserved
