import { additive } from '../additive.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { AdditiveSums } from '../group-sums.ts';
import type { MeasuredValue } from '../measured-value.ts';

/** Sums over attempts, all by `dispatched_at`. */
type TokenSums = Pick<AdditiveSums, 'attempts' | 'measured' | 'total_tokens'>;

/** `tokens.v1`: total tokens of the attempts in the span. Attempts without usage are left out, never counted as 0. */
export function tokensValue(sums: TokenSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return additive({
    number: sums.total_tokens,
    unit: 'tokens',
    known: sums.measured,
    missing: sums.attempts > sums.measured ? [...gaps, 'usage_unknown'] : gaps,
  });
}
