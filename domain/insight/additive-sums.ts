import type { AdditiveFigure, AdditiveSums } from './group-sums.ts';

/**
 * The sums that a function tells, figure by figure. Written out, because an object of so many computed names is a hash table to
 * the engine, and so is every copy of it: answers of thousands of groups take a multiple of the time and of the memory.
 */
export function sumsOf(sum: (figure: AdditiveFigure) => bigint): AdditiveSums {
  return {
    admitted: sum('admitted'),
    ended: sum('ended'),
    succeeded: sum('succeeded'),
    refused: sum('refused'),
    failed: sum('failed'),
    cancelled: sum('cancelled'),
    partial: sum('partial'),
    served: sum('served'),
    routed: sum('routed'),
    protection_observed: sum('protection_observed'),
    response_samples: sum('response_samples'),
    first_output_samples: sum('first_output_samples'),
    attempts: sum('attempts'),
    measured: sum('measured'),
    total_tokens: sum('total_tokens'),
    input_measured: sum('input_measured'),
    input_tokens: sum('input_tokens'),
    output_measured: sum('output_measured'),
    output_tokens: sum('output_tokens'),
    cached_measured: sum('cached_measured'),
    cached_tokens: sum('cached_tokens'),
    reasoning_measured: sum('reasoning_measured'),
    reasoning_tokens: sum('reasoning_tokens'),
    effects: sum('effects'),
    nanos: sum('nanos'),
    settled_nanos: sum('settled_nanos'),
    priced: sum('priced'),
    pending: sum('pending'),
    unpriced: sum('unpriced'),
    estimated: sum('estimated'),
    estimate_unknown: sum('estimate_unknown'),
    adjustments: sum('adjustments'),
  };
}

/** Sums over no fact at all. */
export const NO_SUMS: AdditiveSums = sumsOf(() => 0n);

/** The sums over disjoint sets of facts. */
export function addSums(all: readonly AdditiveSums[]): AdditiveSums {
  return all.reduce(added, NO_SUMS);
}

function added(one: AdditiveSums, other: AdditiveSums): AdditiveSums {
  // Stryker disable next-line ConditionalExpression: zeros change no sum; passing them over saves time alone.
  if (other === NO_SUMS) return one;
  // Stryker disable next-line ConditionalExpression: as above.
  if (one === NO_SUMS) return other;
  // Nothing is added for the most part, and every addition makes a new integer.
  // Stryker disable next-line ConditionalExpression: a zero changes no sum.
  return sumsOf((figure) => (other[figure] === 0n ? one[figure] : one[figure] + other[figure]));
}
