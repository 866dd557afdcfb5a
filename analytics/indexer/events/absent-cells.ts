import type { ColumnValue } from '../../native/column-writer.ts';
import { CALLER_COLUMNS } from './caller-columns.ts';
import { LIMIT_COLUMNS, NO_LIMIT_CELLS } from './limit-columns.ts';
import { NO_SHADOW_CELLS, SHADOW_COLUMNS } from './shadow-columns.ts';

/**
 * The cells of absent values, by the columns that most facts leave empty. These are dimensions that no sender states,
 * the limit of a request that no limit refused, the members of a shadow call, and the design of an outcome that is no
 * label. Plans of earlier versions do not have these columns.
 */
export const ABSENT_CELLS: ReadonlyMap<string, ColumnValue> = new Map<string, ColumnValue>([
  ...CALLER_COLUMNS.map((name) => [name, ''] as const),
  ...LIMIT_COLUMNS.map((name, index) => [name, NO_LIMIT_CELLS[index] ?? null] as const),
  ...SHADOW_COLUMNS.map((name, index) => [name, NO_SHADOW_CELLS[index] ?? null] as const),
  ['label_strategy', ''],
  ['label_probability', null],
]);
