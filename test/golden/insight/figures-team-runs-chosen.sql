SELECT
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  uniqExactIf((team_id, trace_id), trace_id != '') AS runs,
  countIf(trace_id = '') AS untraced
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
  AND (toString(team_id) IN {chosen_team:Array(String)})
  AND team_id != ''
GROUP BY purpose
