SELECT
  purpose,
  toUnixTimestamp(toStartOfDay(occurred_at)) AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  ((environment_id IN {exclusion_0_environments:Array(String)} AND occurred_at >= {exclusion_0_from:DateTime64(3, 'UTC')} AND occurred_at < {exclusion_0_to:DateTime64(3, 'UTC')})) AS excluded,
  count() AS verdicts,
  uniqExact(logical_request_id) AS rated_requests
FROM
(
  SELECT logical_request_id, newest.1 AS occurred_at, newest.2 AS environment_id, newest.3 AS purpose, newest.4 AS release_id, newest.5 AS route_id, newest.6 AS input_size_bucket
  FROM
  (
    SELECT logical_request_id, issuer_ref, feedback_id, argMax((occurred_at, environment_id, purpose, release_id, route_id, input_size_bucket), (revision, arrival_seq)) AS newest
    FROM feedback_verdicts_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND occurred_at >= {keeps_from:DateTime64(3, 'UTC')}
      AND arrival_seq <= {fence:UInt64}
      AND (logical_request_id, issuer_ref, feedback_id) IN
      (
        SELECT logical_request_id, issuer_ref, feedback_id
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
          AND release_id IN {release_ids:Array(String)}
      )
    GROUP BY logical_request_id, issuer_ref, feedback_id
  )
)
ARRAY JOIN [
  ('', '', false),
  ('route', toString(route_id), false),
  ('release', toString(release_id), false),
  ('input_size_bucket', toString(input_size_bucket), false)
] AS part
WHERE occurred_at >= {from:DateTime64(3, 'UTC')}
  AND occurred_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND release_id IN {release_ids:Array(String)}
GROUP BY purpose, bucket, member, value, unserved, excluded
