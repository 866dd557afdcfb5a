import { TAG_DIMENSION_PREFIX, type CallerDimension } from '../../../domain/insight/caller-dimensions.ts';
import { FOLDED_LITERAL, FOLDED_TAGS, hexLiteral } from './dimension-expression.ts';

/** The rollup with the sums of every value of every dimension by UTC day. Facts without a value have no row. */
export const DIMENSION_DAYS = 'dimension_sums_by_day_v1';

/**
 * The condition on the key column of the rollup, which has the alias `rollup`. The name is a hexadecimal literal,
 * because a caller states tags. Each tag also has the rows of folded tags. A fact has either folded tags or its own, so
 * no fact counts twice.
 */
export function dimensionCondition(name: CallerDimension): string {
  const own = `dimension = ${hexLiteral(name)}`;
  if (!name.startsWith(TAG_DIMENSION_PREFIX) || name === FOLDED_TAGS) return own;
  const folded = hexLiteral(FOLDED_TAGS);
  return `dimension IN (${hexLiteral(name)}, ${folded}) AND (${own} OR rollup.value = ${FOLDED_LITERAL})`;
}
