SELECT
  purpose,
  0 AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  false AS excluded,
  count() AS verdicts,
  uniqExact(logical_request_id) AS rated_requests
FROM
(
  SELECT logical_request_id, newest.1 AS occurred_at, newest.2 AS environment_id, newest.3 AS purpose, newest.4 AS release_id, newest.5 AS route_id, newest.6 AS input_size_bucket, newest.7 AS `user`, newest.8 AS tags, newest.9 AS step_class
  FROM
  (
    SELECT logical_request_id, issuer_ref, feedback_id, argMax((occurred_at, environment_id, purpose, release_id, route_id, input_size_bucket, `user`, tags, step_class), (revision, arrival_seq)) AS newest
    FROM feedback_verdicts_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
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
      )
    GROUP BY logical_request_id, issuer_ref, feedback_id
  )
)
ARRAY JOIN [
  ('', '', false),
  multiIf(toString(`user`) = '', ('dimension_75736572', '', false), (purpose = 'application' AND toString(`user`) IN {shown_dimension_75736572_application:Array(String)}), ('dimension_75736572', toString(`user`), false), ('other dimension_75736572', '', false)),
  multiIf(if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) = '', ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false), (purpose = 'judge' AND if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {shown_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d_judge:Array(String)}), ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]), false), ('other dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false))
] AS part
WHERE occurred_at >= {from:DateTime64(3, 'UTC')}
  AND occurred_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND (if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {chosen_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d:Array(String)})
  AND (toString(step_class) IN {chosen_dimension_737465705f636c617373:Array(String)})
GROUP BY purpose, member, value, unserved
