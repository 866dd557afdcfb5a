import { notFound } from '../../../domain/kernel/errors.ts';

/** The form of a row number: at most 18 digits, which a 64-bit number of Postgres always holds. */
const ROW_NUMBER = /^[1-9]\d{0,17}$/;

/**
 * The number of a row in a path.
 * @throws Refusal `not_found` for a text that is not the number of a row
 */
export function rowNumberOf(text: string): bigint {
  if (!ROW_NUMBER.test(text)) throw notFound('There is no row with this number. Copy the number from the list.');
  return BigInt(text);
}
