import type { ColumnValue } from '../../native/column-writer.ts';

/** The columns of a shadow call, in the table of admissions. */
export const SHADOW_COLUMNS = ['shadow_of', 'shadow_rule', 'shadow_input_tokens'] as const;

/** The cells of a request that repeats no other one. */
export const NO_SHADOW_CELLS: readonly ColumnValue[] = ['', '', null];

/** The cells of these columns, from the annotations of an admission. */
export function shadowCells(noted: Readonly<Record<string, string>> = {}): readonly ColumnValue[] {
  const { shadow_of: repeated = '', 'route.rule': rule = '', 'route.input_tokens': tokens = '' } = noted;
  return repeated === '' ? NO_SHADOW_CELLS : [repeated, rule, /^\d{1,15}$/.test(tokens) ? Number(tokens) : null];
}
