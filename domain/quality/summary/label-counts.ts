import type { LabelledVerdicts } from '../../statistics/judge-correction/corrected-rate.ts';
import type { LabelledRow } from '../labelled-row.ts';

/** A judge on a metric and a segment. */
export type JudgedUnit = Pick<LabelledRow, 'metric' | 'segment' | 'judgeSubject'>;

/** Labelled rows, counted by judge, verdicts and design. */
export interface LabelCounts {
  /** Counts a row. Rows that the judge did not decide are left out. */
  add(row: LabelledRow): void;
  verdictsOf(unit: JudgedUnit): LabelledVerdicts[];
}

export function createLabelCounts(): LabelCounts {
  const units = new Map<string, Map<string, LabelledVerdicts>>();
  return {
    add(row) {
      const { judge, human, strategy, probability } = row;
      if (judge !== 'pass' && judge !== 'fail') return;
      const unit = keyOf(row);
      const groups = units.get(unit) ?? new Map<string, LabelledVerdicts>();
      units.set(unit, groups);
      const design = `${judge} ${human} ${strategy} ${probability}`;
      const count = (groups.get(design)?.count ?? 0) + 1;
      groups.set(design, { judge, human, strategy, probability, count });
    },
    verdictsOf: (unit) => [...(units.get(keyOf(unit))?.values() ?? [])],
  };
}

/** The key of a judge. Names of metrics and ids contain no line break. */
function keyOf({ metric, segment, judgeSubject }: JudgedUnit): string {
  return [metric, judgeSubject, segment].join('\n');
}
