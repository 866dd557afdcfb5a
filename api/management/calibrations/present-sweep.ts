import { toMoney } from '../../../domain/quality/money.ts';
import type { SweptUnit } from '../../../domain/quality/calibration/sweep-unit.ts';
import type { ThresholdSweep } from '../../../contracts/quality/calibrations/threshold-sweep.ts';

/** A sweep in the form of an answer. */
export function presentSweep(units: readonly SweptUnit[], pricedAt: Date): ThresholdSweep {
  return {
    priced_at: pricedAt.toISOString(),
    units: units.map(({ metric, segment, judgeSubject, rows, thresholds }) => ({
      metric,
      segment,
      judge_subject: judgeSubject,
      rows,
      thresholds: thresholds.map(({ threshold, accepted, errors, costNanoUsd, unpricedCalls }) => ({
        threshold,
        accepted,
        errors,
        // The calls were made at the prices of their time; the present prices are an estimate of them.
        cost: toMoney(costNanoUsd, true),
        unpriced_calls: unpricedCalls,
      })),
    })),
  };
}
