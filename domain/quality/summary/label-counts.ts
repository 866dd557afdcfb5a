import type { LabelledVerdicts } from '../../statistics/judge-correction/corrected-rate.ts';
import { unitKey, type JudgedUnit } from '../unit-key.ts';
import type { LabelledRow } from '../labelled-row.ts';

/** Labelled rows, counted by judge, verdicts and design. */
export interface LabelCounts {
  /** Counts a row. Rows that the judge did not decide are omitted. */
  add(row: LabelledRow): void;
  verdictsOf(unit: JudgedUnit): LabelledVerdicts[];
}

export function createLabelCounts(): LabelCounts {
  const units = new Map<string, Map<string, LabelledVerdicts>>();
  return {
    add(row) {
      const { judge, human, strategy, probability } = row;
      if (judge !== 'pass' && judge !== 'fail') return;
      const unit = unitKey(row);
      const groups = units.get(unit) ?? new Map<string, LabelledVerdicts>();
      units.set(unit, groups);
      const design = `${judge} ${human} ${strategy} ${probability}`;
      const count = (groups.get(design)?.count ?? 0) + 1;
      groups.set(design, { judge, human, strategy, probability, count });
    },
    verdictsOf: (unit) => [...(units.get(unitKey(unit))?.values() ?? [])],
  };
}
