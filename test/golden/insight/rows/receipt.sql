(SELECT
  true AS ended,
  logical_request_id,
  purpose,
  toUnixTimestamp64Milli(admitted_at) AS at,
  release_id,
  streaming,
  streaming_unknown,
  status,
  terminal_kind,
  final_model,
  final_provider,
  attempt_count,
  total_ms,
  first_output_ms,
  protection_observed,
  connection_id,
  route_id,
  route_version
FROM request_terminals_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND admitted_at >= {from:DateTime64(3, 'UTC')}
  AND admitted_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND logical_request_id = {logical_request_id:String}
  AND toStartOfHour(admitted_at) IN
  (
    SELECT toStartOfHour(occurred_at)
    FROM event_identities_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND request_hash = {request_hash:UInt64}
  )
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
ORDER BY admitted_at DESC, arrival_seq DESC
LIMIT 1)
UNION ALL
(SELECT
  false AS ended,
  logical_request_id,
  purpose,
  toUnixTimestamp64Milli(admitted_at) AS at,
  release_id,
  streaming,
  streaming_unknown,
  'pending' AS status,
  '' AS terminal_kind,
  '' AS final_model,
  '' AS final_provider,
  0 AS attempt_count,
  NULL AS total_ms,
  NULL AS first_output_ms,
  false AS protection_observed,
  '' AS connection_id,
  route_id,
  '' AS route_version
FROM request_admissions_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND admitted_at >= {from:DateTime64(3, 'UTC')}
  AND admitted_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND logical_request_id = {logical_request_id:String}
  AND toStartOfHour(admitted_at) IN
  (
    SELECT toStartOfHour(occurred_at)
    FROM event_identities_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND request_hash = {request_hash:UInt64}
  )
ORDER BY admitted_at DESC, arrival_seq DESC
LIMIT 1)
