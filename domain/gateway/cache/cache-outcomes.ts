import type { CacheKind } from './cache-block.ts';

/**
 * What becomes of a request that a rule is about: it is answered from the cache, would have been but for the mode of its rule, found nothing,
 * asked not to be looked up, or the cache could not be asked.
 */
export const CACHE_OUTCOMES = ['hit', 'would_hit', 'miss', 'bypass', 'error'] as const;
export type CacheOutcome = (typeof CACHE_OUTCOMES)[number];

/** How many requests of a rule came to an outcome, and what they saved. */
export interface CacheFigure {
  readonly ruleId: string;
  readonly outcome: CacheOutcome;
  /** Of a hit or would-hit; empty otherwise. */
  readonly kind: CacheKind | '';
  readonly requests: bigint;
  /** Requests whose saving is known. */
  readonly priced: bigint;
  /** What those save in all. */
  readonly savedNanos: bigint;
}
