import { additive } from '../additive.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { AdditiveSums } from '../group-sums.ts';
import type { TokenKind } from '../insight-sets.ts';
import type { MeasuredValue } from '../measured-value.ts';

/** Sums over attempts, all by `dispatched_at`. */
type TokenSums = Pick<AdditiveSums, 'attempts' | 'measured' | 'total_tokens'>;
type KindSums = Pick<AdditiveSums, 'attempts' | `${TokenKind}_${'measured' | 'tokens'}`>;

/** `tokens.v1`: total tokens of the attempts in the span. Attempts without usage are left out, never counted as 0. */
export function tokensValue(sums: TokenSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return tokenSum(sums.total_tokens, sums.measured, sums, gaps);
}

/**
 * `input_tokens.v1`, `output_tokens.v1`, `cached_tokens.v1`, `reasoning_tokens.v1`: tokens of one kind. Usage that does not tell
 * the kind is no usage of zero: not every provider counts what it cached.
 */
export function tokenKindValue(kind: TokenKind, sums: KindSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return tokenSum(sums[`${kind}_tokens`], sums[`${kind}_measured`], sums, gaps);
}

function tokenSum(
  number: bigint,
  measured: bigint,
  { attempts }: Pick<AdditiveSums, 'attempts'>,
  gaps: readonly CoverageEntry[],
): MeasuredValue {
  return additive({
    number,
    unit: 'tokens',
    known: measured,
    missing: attempts > measured ? [...gaps, 'usage_unknown'] : gaps,
  });
}
