SELECT
  ranked.purpose AS purpose,
  ranked.value AS value,
  ranked.present AS is_present,
  toBool(ranked.value = unhex('20666f6c646564')) AS is_folded,
  countIf(ranked.present AND NOT (ranked.value = unhex('20666f6c646564'))) OVER (PARTITION BY ranked.purpose) AS value_count,
  toString(sumIf((ranked.admitted + ranked.ended + ranked.attempts + ranked.effects), (ranked.value = unhex('20666f6c646564'))) OVER (PARTITION BY ranked.purpose)) AS folded_events,
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
    sumIf(part.nanos_sum, NOT part.excluded) AS nanos,
    max(part.stale) AS stale,
    toBool(sumIf(part.admitted_sum, NOT part.excluded) > 0 OR sumIf(part.admitted_sum, part.excluded) > 0 OR sumIf(part.ended_sum, NOT part.excluded) > 0 OR sumIf(part.ended_sum, part.excluded) > 0 OR sumIf(part.attempts_sum, NOT part.excluded) > 0 OR sumIf(part.attempts_sum, part.excluded) > 0 OR sumIf(part.effects_sum, NOT part.excluded) > 0 OR sumIf(part.effects_sum, part.excluded) > 0) AS present
  FROM
  (
    SELECT
      purpose,
      rollup.value AS value,
      toInt128(sum(admitted)) AS admitted_sum,
      toInt128(sum(ended)) AS ended_sum,
      toInt128(sum(attempts)) AS attempts_sum,
      toInt128(sum(effects)) AS effects_sum,
      toInt128(sum(priced)) AS priced_sum,
      toInt128(sum(pending)) AS pending_sum,
      toInt128(sum(unpriced)) AS unpriced_sum,
      toInt128(sum(adjustments)) AS adjustments_sum,
      toInt128(sum(nanos)) AS nanos_sum,
      false AS excluded,
      toBool(max(last_seq) > {fence:UInt64}) AS stale
    FROM dimension_sums_by_day_v1 AS rollup
    WHERE organization_id = {organization_id:String}
      AND workspace_id = {workspace_id:String}
      AND dimension = unhex('75736572')
      AND period >= {days_from:DateTime('UTC')}
      AND period < {days_to:DateTime('UTC')}
      AND environment_id IN {environment_ids:Array(String)}
      AND purpose IN {purposes:Array(String)}
    GROUP BY purpose, value
  ) AS part
  GROUP BY purpose, value
) AS ranked
ORDER BY ranked.purpose, is_folded, ranked.present DESC, ranked.nanos DESC, greatest(ranked.admitted, ranked.ended) DESC, ranked.attempts DESC, ranked.priced + ranked.pending + ranked.unpriced + ranked.adjustments DESC, ranked.value
LIMIT {shown_values:UInt32} BY purpose
