SELECT
  purpose,
  toUnixTimestamp(toStartOfDay(admitted_at)) AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  arrayJoin(['overall', toString(status)]) AS population,
  [count(total_ms)] AS samples,
  [quantilesExactInclusive(0.50, 0.75, 0.90, 0.95, 0.99)(total_ms)] AS levels
FROM request_terminals_v1
ARRAY JOIN [
  ('', '', false),
  ('final_model', toString(final_model), final_model = ''),
  ('route', if(final_model = '', '', toString(route_id)), final_model = ''),
  ('outcome', toString(status), false),
  ('release', toString(release_id), false),
  ('connection', toString(connection_id), false),
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
  AND release_id IN {release_ids:Array(String)}
  AND NOT ((environment_id IN {exclusion_0_environments:Array(String)} AND admitted_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND admitted_at < {exclusion_0_to:DateTime64(3, 'UTC')}))
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
  AND (isNotNull(total_ms))
GROUP BY purpose, bucket, member, value, unserved, population
