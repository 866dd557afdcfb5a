SELECT
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  arrayJoin(['overall', toString(status)]) AS population,
  [count(total_ms), count(first_output_ms)] AS samples,
  [quantilesExactInclusive(0.50, 0.75, 0.90, 0.95, 0.99)(total_ms), quantilesExactInclusive(0.50, 0.75, 0.90, 0.95, 0.99)(first_output_ms)] AS levels
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
  AND (isNotNull(total_ms) OR isNotNull(first_output_ms))
GROUP BY purpose, population
