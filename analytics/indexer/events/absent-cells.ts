import type { ColumnValue } from '../../native/column-writer.ts';
import { CALLER_COLUMNS } from './caller-columns.ts';
import { LIMIT_COLUMNS, NO_LIMIT_CELLS } from './limit-columns.ts';

/**
 * The cells of absent values, by the columns that most facts leave empty: dimensions that no sender states, and the
 * limit of a request that no limit refused. Plans of earlier versions do not have these columns.
 */
export const ABSENT_CELLS: ReadonlyMap<string, ColumnValue> = new Map<string, ColumnValue>([
  ...CALLER_COLUMNS.map((name) => [name, ''] as const),
  ...LIMIT_COLUMNS.map((name, index) => [name, NO_LIMIT_CELLS[index] ?? null] as const),
]);
