import type { CacheKind } from './cache-block.ts';

/**
 * The results of a request under a rule: answered from the cache, answered from it except for the rule's mode, not
 * found, not looked up because the caller asked so, or not looked up because of a fault.
 */
export const CACHE_OUTCOMES = ['hit', 'would_hit', 'miss', 'bypass', 'error'] as const;
export type CacheOutcome = (typeof CACHE_OUTCOMES)[number];

/** The number of a rule's requests with an outcome, and their savings. */
export interface CacheFigure {
  readonly ruleId: string;
  readonly outcome: CacheOutcome;
  /** The kind of a hit or would-hit; empty otherwise. */
  readonly kind: CacheKind | '';
  readonly requests: bigint;
  /** Requests whose saving is known. */
  readonly priced: bigint;
  /** The total savings of these requests. */
  readonly savedNanos: bigint;
}
