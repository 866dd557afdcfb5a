SELECT
  'days' AS layer,
  'rollup' AS source,
  purpose,
  0 AS bucket,
  '' AS member,
  '' AS value,
  false AS unserved,
  false AS excluded,
  arrayStringConcat([
    toInt128(sum(admitted)),
    toInt128(sum(ended)),
    toInt128(sum(succeeded)),
    toInt128(sum(refused)),
    toInt128(sum(failed)),
    toInt128(sum(cancelled)),
    toInt128(sum(partial)),
    toInt128(sum(served)),
    toInt128(sum(routed)),
    toInt128(sum(protection_observed)),
    toInt128(sum(response_samples)),
    toInt128(sum(first_output_samples)),
    toInt128(sum(attempts)),
    toInt128(sum(measured)),
    toInt128(sum(total_tokens)),
    toInt128(sum(effects)),
    toInt128(sum(nanos)),
    toInt128(sum(settled_nanos)),
    toInt128(sum(priced)),
    toInt128(sum(pending)),
    toInt128(sum(unpriced)),
    toInt128(sum(estimated)),
    toInt128(sum(estimate_unknown)),
    toInt128(sum(adjustments))
  ], ' ') AS figures,
  groupUniqArrayIf(toUnixTimestamp(period), last_seq > {fence:UInt64}) AS stale
FROM traffic_by_day_v1 AS rollup
WHERE organization_id = {organization_id:String}
  AND workspace_id = {workspace_id:String}
  AND facet IN {rollup_facets:Array(String)}
  AND period >= {days_from:DateTime('UTC')}
  AND period < {days_to:DateTime('UTC')}
  AND environment_id IN {environment_ids:Array(String)}
  AND purpose IN {purposes:Array(String)}
  AND ((facet_value IN {chosen_final_model:Array(String)} AND NOT (rollup.unserved)))
GROUP BY purpose
