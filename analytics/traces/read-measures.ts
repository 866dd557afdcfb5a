import type { StepMeasures } from '../../domain/traces/build-trace-tree.ts';
import { parseIntegers } from '../insight/read/read-values.ts';
import type { MeasureRow } from './trace-figure-columns.ts';

/** The measures of a row, from the texts in which ClickHouse writes them. */
export function readMeasures({ started, finished, figures }: MeasureRow): StepMeasures {
  return {
    startMs: Number(started),
    endMs: finished === null ? undefined : Number(finished),
    sums: parseIntegers(figures),
  };
}
