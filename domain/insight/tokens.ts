import { additive } from './additive.ts';
import type { CoverageEntry } from './coverage.ts';
import type { MeasuredValue } from './value.ts';

/** Sums over the attempts of one purpose, all by `dispatched_at`. */
export interface TokenSums {
  readonly attempts: bigint;
  /** Attempts that reported a total. */
  readonly measured: bigint;
  readonly totalTokens: bigint;
}

/** `tokens.v1`: total tokens of the attempts in the window. Attempts without usage are left out, never counted as 0. */
export function tokensValue(sums: TokenSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return additive({
    number: sums.totalTokens,
    unit: 'tokens',
    known: sums.measured,
    missing: sums.attempts > sums.measured ? [...gaps, 'usage_unknown'] : gaps,
  });
}
