import { DefectError } from '../../domain/kernel/errors.ts';

/**
 * Returns the row of a statement that always returns one, such as a count or an insert that cannot conflict. If a row
 * may be missing, use `rows[0]` instead.
 *
 * @throws DefectError if there is no row: an unknown number must not look like zero
 */
export function requireRow<Row>(rows: readonly Row[]): Row {
  const row = rows[0];
  if (row === undefined) throw new DefectError('A statement that always answers with a row answered with none.');
  return row;
}
