SELECT
  toUnixTimestamp64Milli(occurred_at) AS at,
  logical_request_id,
  application_id,
  gateway_id,
  environment_id,
  issuer_ref,
  feedback_id,
  value,
  revision,
  source,
  match,
  purpose
FROM
(
  SELECT *
  FROM feedback_verdicts_v1
  WHERE organization_id = {organization_id:String}
    AND workspace_id = {workspace_id:String}
    AND arrival_seq <= {fence:UInt64}
    AND logical_request_id IN
    (
      SELECT logical_request_id
      FROM feedback_verdicts_v1
      WHERE organization_id = {organization_id:String}
        AND workspace_id = {workspace_id:String}
        AND toStartOfHour(occurred_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
        AND toStartOfHour(occurred_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
        AND occurred_at >= {from:DateTime64(3, 'UTC')}
        AND occurred_at < {to:DateTime64(3, 'UTC')}
        AND environment_id IN {environment_ids:Array(String)}
        AND purpose IN {purposes:Array(String)}
        AND arrival_seq <= {fence:UInt64}
    )
  ORDER BY revision DESC, arrival_seq DESC
  LIMIT 1 BY logical_request_id, issuer_ref, feedback_id
)
WHERE occurred_at >= {from:DateTime64(3, 'UTC')}
  AND occurred_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
ORDER BY occurred_at DESC, logical_request_id, issuer_ref, feedback_id
LIMIT {rows:UInt32}
