SELECT
  purpose,
  0 AS bucket,
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
  SELECT logical_request_id, newest.1 AS admitted_at, newest.2 AS purpose, newest.3 AS release_id, newest.4 AS input_size_bucket, newest.5 AS eligibility, newest.6 AS evaluation, newest.7 AS outcome, newest.8 AS `user`, newest.9 AS tags, newest.10 AS step_class
  FROM
  (
    SELECT
      logical_request_id,
      argMax((admitted_at, purpose, release_id, input_size_bucket, eligibility, evaluation, outcome, `user`, tags, step_class), (evaluated_at, arrival_seq)) AS newest
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
      AND (toString(team_id) IN {chosen_team:Array(String)})
    GROUP BY logical_request_id, component_id, phase
  )
)
ARRAY JOIN [
  ('', '', false),
  multiIf(toString(`user`) = '', ('dimension_75736572', '', false), (purpose = 'application' AND toString(`user`) IN {shown_dimension_75736572_application:Array(String)}), ('dimension_75736572', toString(`user`), false), ('other dimension_75736572', '', false)),
  multiIf(if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) = '', ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false), (purpose = 'judge' AND if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {shown_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d_judge:Array(String)}), ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]), false), ('other dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false))
] AS part
WHERE (if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {chosen_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d:Array(String)}) AND (toString(step_class) IN {chosen_dimension_737465705f636c617373:Array(String)})
GROUP BY purpose, member, value, unserved
