import type { LicensedUnit } from '../calibration/licensed-unit.ts';
import { unitKey } from '../unit-key.ts';
import type { LabelledRow } from '../labelled-row.ts';
import type { LabelledErrors } from './drift-evidence.ts';

/** Labels on accepted verdicts, counted by unit. */
export interface OnlineErrors {
  /**
   * Counts a labelled row if the threshold of its unit accepts the verdict. Hard cases do not count: a judge errs on
   * them more often than on others, without any change of the judge.
   */
  add(row: LabelledRow): void;
  of(unit: LicensedUnit): LabelledErrors;
}

/** Counts the labels on the verdicts of these units. */
export function createOnlineErrors(units: readonly LicensedUnit[]): OnlineErrors {
  const thresholds = new Map(units.map((unit) => [keyOf(unit), unit.threshold]));
  const counts = new Map<string, LabelledErrors>();
  return {
    add({ strategy, judge, human, confidence, ...row }) {
      const unit = unitKey(row);
      const threshold = thresholds.get(unit);
      if (threshold === undefined || strategy === 'hard_cases' || confidence === null || confidence < threshold) return;
      if (judge !== 'pass' && judge !== 'fail') return;
      const { rows = 0, errors = 0 } = counts.get(unit) ?? {};
      counts.set(unit, { rows: rows + 1, errors: errors + (judge === human ? 0 : 1) });
    },
    of: (unit) => counts.get(keyOf(unit)) ?? { rows: 0, errors: 0 },
  };
}

function keyOf({ metric, segment, judge_subject: judgeSubject }: LicensedUnit): string {
  return unitKey({ metric, segment, judgeSubject });
}
