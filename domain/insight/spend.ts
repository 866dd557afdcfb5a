import { additive } from './additive.ts';
import type { CoverageEntry } from './coverage.ts';
import { unavailable, type MeasuredValue } from './value.ts';

/** Sums over the cost effects of one purpose, all by `occurred_at`. Counts are of unique effects, transitions netted. */
export interface SpendSums {
  /** Signed nano-USD. */
  readonly nanos: bigint;
  readonly priced: bigint;
  readonly pending: bigint;
  readonly unpriced: bigint;
  readonly estimated: bigint;
  readonly estimateUnknown: bigint;
  readonly adjustments: bigint;
}

/**
 * `provider_spend.v1`: the sum of all prices and corrections in the window. Effects without a price are left out of the
 * sum, never counted as zero. A window with attempts and no cost effect at all is unknown money; one without either
 * cost nothing.
 */
export function providerSpendValue(sums: SpendSums, attempts: bigint, gaps: readonly CoverageEntry[]): MeasuredValue {
  const known = sums.priced + sums.adjustments;
  const withoutPrice = sums.pending + sums.unpriced;
  if (known === 0n && withoutPrice === 0n && attempts > 0n) return unavailable('unpriced_population');
  return additive({
    number: sums.nanos,
    unit: 'nano_usd',
    known,
    missing: withoutPrice > 0n ? [...gaps, 'unpriced_population'] : gaps,
    otherwise: withoutPrice > 0n ? 'unpriced_population' : 'coverage_unknown',
  });
}
