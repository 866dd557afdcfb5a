import { ADDITIVE_FIGURES, type AdditiveFigure, type AdditiveSums } from './group-sums.ts';

/**
 * Sums over no fact at all. Written out, because an object of so many computed names is a hash table to the engine, and
 * so is every copy of it: answers of thousands of groups take a multiple of the time.
 */
export const NO_SUMS: AdditiveSums = {
  admitted: 0n,
  ended: 0n,
  succeeded: 0n,
  refused: 0n,
  failed: 0n,
  cancelled: 0n,
  partial: 0n,
  served: 0n,
  routed: 0n,
  protection_observed: 0n,
  response_samples: 0n,
  first_output_samples: 0n,
  attempts: 0n,
  measured: 0n,
  total_tokens: 0n,
  input_measured: 0n,
  input_tokens: 0n,
  output_measured: 0n,
  output_tokens: 0n,
  cached_measured: 0n,
  cached_tokens: 0n,
  reasoning_measured: 0n,
  reasoning_tokens: 0n,
  effects: 0n,
  nanos: 0n,
  settled_nanos: 0n,
  priced: 0n,
  pending: 0n,
  unpriced: 0n,
  estimated: 0n,
  estimate_unknown: 0n,
  adjustments: 0n,
};

/** The sums over disjoint sets of facts. */
export function addSums(all: readonly AdditiveSums[]): AdditiveSums {
  const total: Record<AdditiveFigure, bigint> = { ...NO_SUMS };
  for (const sums of all) {
    // Stryker disable next-line ConditionalExpression: zeros change no sum; passing them over saves time alone.
    if (sums === NO_SUMS) continue;
    // Nothing is added for the most part, and every addition makes a new integer.
    // Stryker disable next-line ConditionalExpression: a zero changes no sum.
    for (const figure of ADDITIVE_FIGURES) if (sums[figure] !== 0n) total[figure] += sums[figure];
  }
  return total;
}
