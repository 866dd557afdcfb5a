import { mapFigures } from './figure-sums.ts';
import type { AdditiveSums } from './group-sums.ts';

/** The sums of an empty set of facts. */
export const NO_SUMS: AdditiveSums = mapFigures(() => 0n);

/** The sums that, added to these, are zero. */
export function negateSums(sums: AdditiveSums): AdditiveSums {
  return mapFigures((figure) => -sums[figure]);
}

/** The sums of the union of two disjoint sets of facts. */
export function addSums(one: AdditiveSums, other: AdditiveSums): AdditiveSums {
  // Stryker disable next-line ConditionalExpression: zeros change no sum; passing them over saves time alone.
  if (other === NO_SUMS) return one;
  // Stryker disable next-line ConditionalExpression: as above.
  if (one === NO_SUMS) return other;
  // Most figures are 0, and every addition allocates a new integer.
  // Stryker disable next-line ConditionalExpression: a zero changes no sum.
  return mapFigures((figure) => (other[figure] === 0n ? one[figure] : one[figure] + other[figure]));
}
