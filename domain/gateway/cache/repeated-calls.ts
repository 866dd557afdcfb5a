import { toDollars } from '../../insight/to-dollars.ts';
import type { CacheSavings } from './cache-figures.ts';

/** The counts of calls that look like repetitions of earlier calls, from the facts. */
export interface RepeatedCalls {
  /** The number of completed calls of the gateway. */
  readonly calls: number;
  /** The number of these calls with known tokens, which can be compared. */
  readonly comparable: number;
  /** The number of comparable calls that look like an earlier call. */
  readonly repeats: number;
  /** The number of requests that were answered from the cache. */
  readonly hits: number;
  /** The cost of the repeats in nano-USD, by the average cost of similar calls. */
  readonly repeatedNanos: bigint;
  /** The number of calls without a price among groups of similar calls. */
  readonly unpriced: number;
}

/** The estimate of how many calls a cache of the kind `exact` would have answered, at most. */
export interface RepeatEstimate {
  readonly requests: number;
  readonly comparable: number;
  readonly repeats: number;
  /** The share of repeats among comparable requests, from 0 to 1; null if no request is comparable. */
  readonly repeat_rate: number | null;
  readonly would_save: CacheSavings;
}

/** The estimate; undefined if no request is comparable. */
export function estimateRepeats(of: RepeatedCalls): RepeatEstimate | undefined {
  const { calls, hits, unpriced, repeatedNanos } = of;
  const comparable = of.comparable + hits;
  if (comparable === 0) return undefined;
  const repeats = of.repeats + hits;
  const isUnknown = of.repeats > 0 && repeatedNanos === 0n && unpriced > 0;
  return {
    requests: calls + hits,
    comparable,
    repeats,
    repeat_rate: repeats / comparable,
    would_save: {
      usd: isUnknown ? null : toDollars(String(repeatedNanos)),
      requests: of.repeats,
      unpriced_excluded: unpriced,
    },
  };
}
