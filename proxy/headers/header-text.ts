import { dimensionText } from '../../contracts/ingest/dimensions/dimension-text.ts';
import { DIMENSION_LIMITS } from '../../contracts/ingest/dimensions/dimension-names.ts';

/**
 * The value of a header as `dimensionText` writes it; undefined if nothing is left.
 * @param value the value as Node gives it: one character per byte
 */
export function headerText(value: string | undefined): string | undefined {
  return value === undefined ? undefined : dimensionText(isAscii(value) ? value : decoded(value));
}

function isAscii(value: string): boolean {
  return !/[^\p{ASCII}]/u.test(value);
}

/** The beginning of a value read as UTF-8. A character across the bound is at most three bytes longer. */
function decoded(value: string): string {
  return Buffer.from(value.slice(0, DIMENSION_LIMITS.bytes + 3), 'latin1').toString('utf8');
}
