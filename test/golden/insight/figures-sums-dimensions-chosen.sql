SELECT
  'facts' AS layer,
  'admissions' AS source,
  purpose,
  0 AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  false AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    count()
  ) AS figures,
  emptyArrayUInt32() AS stale
FROM request_admissions_v1
ARRAY JOIN [
  ('', '', false),
  multiIf(toString(`user`) = '', ('dimension_75736572', '', false), (purpose = 'application' AND toString(`user`) IN {shown_dimension_75736572_application:Array(String)}), ('dimension_75736572', toString(`user`), false), ('other dimension_75736572', '', false)),
  multiIf(if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) = '', ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false), (purpose = 'judge' AND if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {shown_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d_judge:Array(String)}), ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]), false), ('other dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false))
] AS part
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(admitted_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(admitted_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND admitted_at >= {from:DateTime64(3, 'UTC')}
  AND admitted_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
  AND (if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {chosen_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d:Array(String)})
  AND (toString(step_class) IN {chosen_dimension_737465705f636c617373:Array(String)})
GROUP BY purpose, member, value, unserved
UNION ALL
SELECT
  'facts' AS layer,
  if((toString(status) IN {chosen_outcome:Array(String)}), 'terminals', 'others') AS source,
  purpose,
  0 AS bucket,
  part.1 AS member,
  part.2 AS value,
  part.3 AS unserved,
  false AS excluded,
  concatWithSeparator(
    ' ',
    bucket,
    count(),
    countIf(status = 'succeeded'),
    countIf(status = 'refused'),
    countIf(status = 'failed'),
    countIf(status = 'cancelled'),
    countIf(status = 'partial'),
    countIf(final_model != ''),
    countIf(final_model != '' AND route_id != ''),
    countIf(protection_observed),
    count(total_ms),
    count(first_output_ms)
  ) AS figures,
  emptyArrayUInt32() AS stale
FROM request_terminals_v1
ARRAY JOIN [
  ('', '', false),
  multiIf(toString(`user`) = '', ('dimension_75736572', '', false), (purpose = 'application' AND toString(`user`) IN {shown_dimension_75736572_application:Array(String)}), ('dimension_75736572', toString(`user`), false), ('other dimension_75736572', '', false)),
  multiIf(if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) = '', ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false), (purpose = 'judge' AND if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {shown_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d_judge:Array(String)}), ('dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]), false), ('other dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d', '', false))
] AS part
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(admitted_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(admitted_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND admitted_at >= {from:DateTime64(3, 'UTC')}
  AND admitted_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND arrival_seq <= {fence:UInt64}
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
  AND (if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {chosen_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d:Array(String)})
  AND (toString(step_class) IN {chosen_dimension_737465705f636c617373:Array(String)})
GROUP BY purpose, member, value, unserved, source
