SELECT
  toBool(false) AS excluded,
  map(
    'attempts', toString(count())
  ) AS figures
FROM attempts_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND dispatched_at >= {from:DateTime64(3, 'UTC')}
  AND dispatched_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND logical_request_id = {logical_request_id:String}
  AND toStartOfHour(dispatched_at) IN
  (
    SELECT toStartOfHour(occurred_at)
    FROM event_identities_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND request_hash = {request_hash:UInt64}
  )
GROUP BY excluded
UNION ALL
SELECT
  toBool(false) AS excluded,
  map(
    'effects', toString(count())
  ) AS figures
FROM cost_effects_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND occurred_at >= {from:DateTime64(3, 'UTC')}
  AND occurred_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND logical_request_id = {logical_request_id:String}
  AND toStartOfHour(occurred_at) IN
  (
    SELECT toStartOfHour(occurred_at)
    FROM event_identities_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND request_hash = {request_hash:UInt64}
  )
GROUP BY excluded
