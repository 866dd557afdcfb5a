SELECT
  purpose,
  toUnixTimestamp(toStartOfHour(admitted_at)) AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  countIf(eligibility = 'eligible') AS eligible,
  countIf(evaluation = 'evaluated') AS evaluated,
  countIf(outcome = 'blocked') AS blocked,
  countIf(outcome = 'modified') AS modified,
  countIf(evaluation = 'error') AS errors,
  countIf(evaluation = 'not_executed') AS not_executed,
  uniqExactIf(logical_request_id, outcome = 'blocked') AS blocked_requests
FROM
(
  SELECT logical_request_id, newest.1 AS admitted_at, newest.2 AS purpose, newest.3 AS release_id, newest.4 AS input_size_bucket, newest.5 AS eligibility, newest.6 AS evaluation, newest.7 AS outcome
  FROM
  (
    SELECT
      logical_request_id,
      argMax((admitted_at, purpose, release_id, input_size_bucket, eligibility, evaluation, outcome), (evaluated_at, arrival_seq)) AS newest
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
      AND NOT ((environment_id IN {exclusion_0_environments:Array(String)} AND admitted_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND admitted_at < {exclusion_0_to:DateTime64(3, 'UTC')}))
    GROUP BY logical_request_id, component_id, phase
  )
)
ARRAY JOIN [
  ('', '', false),
  ('release', toString(release_id), false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
GROUP BY purpose, bucket, member, value, unserved
