SELECT
  logical_request_id,
  toUnixTimestamp64Milli(admitted_at) AS at,
  component_id,
  component_version,
  phase,
  eligibility,
  evaluation,
  outcome
FROM
(
  SELECT *
  FROM protection_evaluations_v1
  WHERE organization_id = {organization_id:String}
    AND workspace_id = {workspace_id:String}
    AND toStartOfHour(admitted_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
    AND toStartOfHour(admitted_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
    AND admitted_at >= {from:DateTime64(3, 'UTC')}
    AND admitted_at < {to:DateTime64(3, 'UTC')}
    AND environment_id IN {environment_ids:Array(String)}
    AND purpose IN {purposes:Array(String)}
    AND arrival_seq <= {fence:UInt64}
    AND toStartOfHour(admitted_at) IN {hours:Array(DateTime('UTC'))}
    AND logical_request_id IN {logical_request_ids:Array(String)}
  ORDER BY evaluated_at DESC, arrival_seq DESC
  LIMIT 1 BY logical_request_id, admitted_at, component_id, phase
)
ORDER BY logical_request_id, phase, component_id
