import type { CacheKind } from './cache-block.ts';

/**
 * The results of a request under a rule. `hit`: answered from the cache. `would_hit`: a shadow rule found an answer.
 * `miss`: no answer found. `bypass`: not looked up, at the caller's request. `error`: not looked up because of a fault.
 */
export const CACHE_OUTCOMES = ['hit', 'would_hit', 'miss', 'bypass', 'error'] as const;
export type CacheOutcome = (typeof CACHE_OUTCOMES)[number];

/** The number of requests of a rule with one outcome, and their savings. */
export interface CacheFigure {
  readonly ruleId: string;
  readonly outcome: CacheOutcome;
  /** The kind of a `hit` or a `would_hit`; empty otherwise. */
  readonly kind: CacheKind | '';
  readonly requests: bigint;
  /** The number of requests with a known saving. */
  readonly priced: bigint;
  /** The total savings of the priced requests, in nano-USD. */
  readonly savedNanos: bigint;
}
