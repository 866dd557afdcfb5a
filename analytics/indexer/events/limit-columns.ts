import type { RefusingLimit } from '../../../contracts/ingest/events/refusing-limit.ts';
import type { ColumnValue } from '../../native/column-writer.ts';
import { toUtcText } from './to-utc-text.ts';

/** The columns of the limit that refused a request, in the tables of endings. */
export const LIMIT_COLUMNS = [
  'limit_id',
  'limit_node',
  'limit_unit',
  'limit_amount',
  'limit_observed',
  'limit_bound',
  'limit_resets_at',
] as const;

/** The cells of an ending that states no limit. */
export const NO_LIMIT_CELLS: readonly ColumnValue[] = ['', '', '', null, null, null, null];

/** The cells of these columns. Amounts are in the unit of the limit; unknown ones are null. */
export function limitCells(limit: RefusingLimit | undefined): readonly ColumnValue[] {
  if (limit === undefined) return NO_LIMIT_CELLS;
  const { id, node, unit, limit: amount, observed = null, bound, resets_at: resetsAt } = limit;
  return [id, node, unit, amount, observed, bound, resetsAt === undefined ? null : toUtcText(resetsAt)];
}
