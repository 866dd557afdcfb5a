SELECT
  toString(toUnixTimestamp(hour)) AS hour,
  toString(sum(admissions)) AS admitted,
  toString(sum(terminals)) AS ended
FROM
(
  SELECT
    toStartOfHour(admitted_at) AS hour,
    sum(sipHash64(logical_request_id)) AS admitted_ids,
    0 AS ended_ids,
    count() AS admissions,
    0 AS terminals
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
    AND release_id IN {release_ids:Array(String)}
    AND NOT ((environment_id IN {exclusion_0_environments:Array(String)} AND admitted_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND admitted_at < {exclusion_0_to:DateTime64(3, 'UTC')}))
  GROUP BY hour
  UNION ALL
  SELECT
    toStartOfHour(admitted_at) AS hour,
    0 AS admitted_ids,
    sum(sipHash64(logical_request_id)) AS ended_ids,
    0 AS admissions,
    count() AS terminals
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
  GROUP BY hour
)
GROUP BY hour
HAVING sum(admitted_ids) != sum(ended_ids) AND sum(admissions) > 0
ORDER BY hour DESC
