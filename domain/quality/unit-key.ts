import type { LabelledRow } from './labelled-row.ts';

/** A judge on a metric and a segment. */
export type JudgedUnit = Pick<LabelledRow, 'metric' | 'segment' | 'judgeSubject'>;

/** The key of a unit. Names of metrics and ids contain no line break. */
export function unitKey({ metric, segment, judgeSubject }: JudgedUnit): string {
  return [metric, judgeSubject, segment].join('\n');
}
