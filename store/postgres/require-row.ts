import { DefectError } from '../../domain/kernel/errors.ts';

/**
 * The row of a statement that always answers with one, such as a count or an insert that conflicts with nothing. Where
 * there may be none, it is `rows[0]`.
 *
 * @throws DefectError when there is none: what is not known is no zero
 */
export function requireRow<Row>(rows: readonly Row[]): Row {
  const row = rows[0];
  if (row === undefined) throw new DefectError('A statement that always answers with a row answered with none.');
  return row;
}
