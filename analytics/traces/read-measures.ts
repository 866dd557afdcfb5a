import type { StepMeasures } from '../../domain/traces/step-measures.ts';
import { parseIntegers } from '../insight/read/read-values.ts';
import type { MeasureRow } from './trace-figure-columns.ts';

/** The measures of a row, from the texts in which ClickHouse writes them. */
export function readMeasures({ admitted, first, finished, figures }: MeasureRow): StepMeasures {
  return {
    admittedMs: millisecondsOf(admitted),
    firstMs: Number(first),
    endMs: millisecondsOf(finished),
    sums: parseIntegers(figures),
  };
}

function millisecondsOf(instant: string | null): number | undefined {
  return instant === null ? undefined : Number(instant);
}
