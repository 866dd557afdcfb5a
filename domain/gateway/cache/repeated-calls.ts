import { toDollars } from '../../insight/to-dollars.ts';
import type { CacheSavings } from './cache-figures.ts';

/** The number of calls with equal counts, as the facts have it. */
export interface RepeatedCalls {
  /** Calls of the gateway that came to their end. */
  readonly calls: number;
  /** The number of them whose tokens are known, so that they can be compared. */
  readonly comparable: number;
  /** The number of those that look like an earlier one. */
  readonly repeats: number;
  /** Requests that were answered from the cache. */
  readonly hits: number;
  /** The cost of repeats, by the average of the calls that they look like; whole nano-USD. */
  readonly repeatedNanos: bigint;
  /** Calls without a price among those that look alike. */
  readonly unpriced: number;
}

/** The maximum number of calls that a cache of the kind `exact` would have answered. */
export interface RepeatEstimate {
  readonly requests: number;
  readonly comparable: number;
  readonly repeats: number;
  /** Share of what is comparable, from 0 to 1; null where nothing is. */
  readonly repeat_rate: number | null;
  readonly would_save: CacheSavings;
}

/** The estimate; undefined where nothing can be compared. */
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
