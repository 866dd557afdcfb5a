SELECT
  ranked.purpose AS purpose,
  ranked.value AS value,
  ranked.present AS is_present,
  toBool(false) AS is_folded,
  countIf(ranked.present AND NOT (false)) OVER (PARTITION BY ranked.purpose) AS value_count,
  toString(sumIf((ranked.admitted + ranked.ended + ranked.attempts + ranked.effects), (false)) OVER (PARTITION BY ranked.purpose)) AS folded_events,
  max(ranked.stale) OVER () AS is_stale
FROM
(
  SELECT
    purpose,
    value,
    sumIf(part.admitted_sum, NOT part.excluded) AS admitted,
    sumIf(part.ended_sum, NOT part.excluded) AS ended,
    sumIf(part.attempts_sum, NOT part.excluded) AS attempts,
    sumIf(part.effects_sum, NOT part.excluded) AS effects,
    sumIf(part.priced_sum, NOT part.excluded) AS priced,
    sumIf(part.pending_sum, NOT part.excluded) AS pending,
    sumIf(part.unpriced_sum, NOT part.excluded) AS unpriced,
    sumIf(part.adjustments_sum, NOT part.excluded) AS adjustments,
    sumIf(part.total_tokens_sum, NOT part.excluded) AS total_tokens,
    max(part.stale) AS stale,
    toBool(sumIf(part.admitted_sum, NOT part.excluded) > 0 OR sumIf(part.admitted_sum, part.excluded) > 0 OR sumIf(part.ended_sum, NOT part.excluded) > 0 OR sumIf(part.ended_sum, part.excluded) > 0 OR sumIf(part.attempts_sum, NOT part.excluded) > 0 OR sumIf(part.attempts_sum, part.excluded) > 0 OR sumIf(part.effects_sum, NOT part.excluded) > 0 OR sumIf(part.effects_sum, part.excluded) > 0) AS present
  FROM
  (
    SELECT
      purpose,
      toString(team_id) AS value,
      toInt128(count()) AS admitted_sum,
      toInt128(0) AS ended_sum,
      toInt128(0) AS attempts_sum,
      toInt128(0) AS effects_sum,
      toInt128(0) AS priced_sum,
      toInt128(0) AS pending_sum,
      toInt128(0) AS unpriced_sum,
      toInt128(0) AS adjustments_sum,
      toInt128(0) AS total_tokens_sum,
      false AS excluded,
      false AS stale
    FROM request_admissions_v1
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
      AND toString(team_id) != ''
    GROUP BY purpose, value
  UNION ALL
    SELECT
      purpose,
      toString(team_id) AS value,
      toInt128(0) AS admitted_sum,
      toInt128(count()) AS ended_sum,
      toInt128(0) AS attempts_sum,
      toInt128(0) AS effects_sum,
      toInt128(0) AS priced_sum,
      toInt128(0) AS pending_sum,
      toInt128(0) AS unpriced_sum,
      toInt128(0) AS adjustments_sum,
      toInt128(0) AS total_tokens_sum,
      false AS excluded,
      false AS stale
    FROM request_terminals_v1
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
      AND toString(team_id) != ''
    GROUP BY purpose, value
  UNION ALL
    SELECT
      purpose,
      toString(team_id) AS value,
      toInt128(0) AS admitted_sum,
      toInt128(0) AS ended_sum,
      toInt128(count()) AS attempts_sum,
      toInt128(0) AS effects_sum,
      toInt128(0) AS priced_sum,
      toInt128(0) AS pending_sum,
      toInt128(0) AS unpriced_sum,
      toInt128(0) AS adjustments_sum,
      toInt128(sum(toInt128(ifNull(total_tokens, 0)))) AS total_tokens_sum,
      false AS excluded,
      false AS stale
    FROM attempts_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND toStartOfHour(dispatched_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
      AND toStartOfHour(dispatched_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
      AND dispatched_at >= {from:DateTime64(3, 'UTC')}
      AND dispatched_at < {to:DateTime64(3, 'UTC')}
      AND environment_id IN {environment_ids:Array(String)}
      AND purpose IN {purposes:Array(String)}
      AND arrival_seq <= {fence:UInt64}
      AND (if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {chosen_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d:Array(String)})
      AND (toString(step_class) IN {chosen_dimension_737465705f636c617373:Array(String)})
      AND toString(team_id) != ''
    GROUP BY purpose, value
  UNION ALL
    SELECT
      purpose,
      toString(team_id) AS value,
      toInt128(0) AS admitted_sum,
      toInt128(0) AS ended_sum,
      toInt128(0) AS attempts_sum,
      toInt128(count()) AS effects_sum,
      toInt128(sum(priced)) AS priced_sum,
      toInt128(sum(pending)) AS pending_sum,
      toInt128(sum(unpriced)) AS unpriced_sum,
      toInt128(sum(adjustments)) AS adjustments_sum,
      toInt128(0) AS total_tokens_sum,
      false AS excluded,
      false AS stale
    FROM cost_effects_v1
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND toStartOfHour(occurred_at) >= toStartOfHour({from:DateTime64(3, 'UTC')})
      AND toStartOfHour(occurred_at) <= toStartOfHour({to:DateTime64(3, 'UTC')})
      AND occurred_at >= {from:DateTime64(3, 'UTC')}
      AND occurred_at < {to:DateTime64(3, 'UTC')}
      AND environment_id IN {environment_ids:Array(String)}
      AND purpose IN {purposes:Array(String)}
      AND arrival_seq <= {fence:UInt64}
      AND (if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('273b2064726f70207461626c6520617474656d7074735f76313b202d2d')]) IN {chosen_dimension_7461672e273b2064726f70207461626c6520617474656d7074735f76313b202d2d:Array(String)})
      AND (toString(step_class) IN {chosen_dimension_737465705f636c617373:Array(String)})
      AND toString(team_id) != ''
    GROUP BY purpose, value
  ) AS part
  GROUP BY purpose, value
) AS ranked
ORDER BY ranked.purpose, is_folded, ranked.present DESC, ranked.total_tokens DESC, greatest(ranked.admitted, ranked.ended) DESC, ranked.attempts DESC, ranked.priced + ranked.pending + ranked.unpriced + ranked.adjustments DESC, ranked.value
LIMIT {shown_values:UInt32} BY purpose
