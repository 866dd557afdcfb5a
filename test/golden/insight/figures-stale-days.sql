SELECT DISTINCT toUnixTimestamp(period) AS day
FROM dimension_sums_by_day_v1 AS rollup
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND dimension IN (unhex('7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d'), unhex('7461672e666f6c646564')) AND (dimension = unhex('7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d') OR rollup.value = unhex('20666f6c646564'))
  AND period >= {days_from:DateTime('UTC')}
  AND period < {days_to:DateTime('UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND last_seq > {fence:UInt64}
