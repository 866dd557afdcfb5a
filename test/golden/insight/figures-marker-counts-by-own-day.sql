SELECT
  roundDown(toUnixTimestamp(occurred_at), arrayMap(start -> toUnixTimestamp(start), {bucket_starts:Array(DateTime('UTC'))})) AS bucket,
  '' AS release,
  count() AS markers
FROM release_markers_v1
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND toStartOfHour(occurred_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
  AND toStartOfHour(occurred_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
  AND occurred_at >= {from:DateTime64(3, 'UTC')}
  AND occurred_at < {to:DateTime64(3, 'UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND arrival_seq <= {fence:UInt64}
GROUP BY bucket
HAVING markers > 0
