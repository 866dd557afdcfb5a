import type { CallerDimension } from '../../../domain/insight/caller-dimensions.ts';
import { hexLiteral } from './dimension-expression.ts';

/** The rollup with the sums of every value of every dimension by UTC day. Facts without a value have no row. */
export const DIMENSION_DAYS = 'dimension_sums_by_day_v1';

/** The condition on the key column of the rollup. The name is a hexadecimal literal, because a caller states tags. */
export function dimensionCondition(name: CallerDimension): string {
  return `dimension = ${hexLiteral(name)}`;
}
