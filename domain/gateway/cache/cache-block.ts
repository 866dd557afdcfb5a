import type { CalledEndpoint } from '../../models/protocols.ts';

/** The answers that a caller may get: those of its organization, of its team in its environment, or of its key. */
export const CACHE_SCOPES = ['organization', 'team', 'key'] as const;
export type CacheScope = (typeof CACHE_SCOPES)[number];

/**
 * The degrees of equality between two requests: equal; equal except for what `normalize-body.ts` removes; or similar in
 * the last message and otherwise equal. A request is looked up in this order.
 */
export const CACHE_KINDS = ['exact', 'normalized', 'semantic'] as const;
export type CacheKind = (typeof CACHE_KINDS)[number];

/** The modes of a rule: it answers from the cache, or only counts the answers that it would have given. */
export const CACHE_MODES = ['serve', 'shadow'] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/**
 * The checks of a similar request. `same_words`: every word but articles and politeness is equal. `numbers_and_names`:
 * no number, negation, quotation, name or opposite differs. `judge`: also a model says that one answer serves both.
 * `none`: no check.
 */
export const CACHE_VERIFIERS = ['same_words', 'numbers_and_names', 'judge', 'none'] as const;
export type CacheVerifier = (typeof CACHE_VERIFIERS)[number];

/** A provider of the file, and a model of it. */
export interface NamedModel {
  readonly provider: string;
  readonly model: string;
}

/** The search for similar requests. */
export interface SemanticBlock {
  /** The model that embeds texts. Absent: the gateway itself compares their words. */
  readonly embeddings?: NamedModel;
  /** The model that rules with the verifier `judge` ask. */
  readonly judge?: NamedModel;
  readonly timeout?: string | number;
  readonly candidates?: number;
  readonly memory_bytes?: number;
}

/** An entry of `cache.rules`. A list that is absent restricts nothing. */
export interface CacheRuleEntry {
  readonly id: string;
  readonly kind?: CacheKind;
  readonly mode?: CacheMode;
  readonly ttl?: string | number;
  /** Names, or what they begin with and a `*`. */
  readonly models?: readonly string[];
  readonly endpoints?: readonly CalledEndpoint[];
  readonly step_classes?: readonly string[];
  /** The minimum similarity of two requests, from 0 to 1; for the kind `semantic`. */
  readonly threshold?: number;
  /** The check of similar requests; for the kind `semantic`. */
  readonly verifier?: CacheVerifier;
}

/** The block `cache` of the configuration file. */
export interface CacheBlock {
  readonly enabled?: boolean;
  readonly scope?: CacheScope;
  readonly ttl?: string | number;
  readonly max_entry_bytes?: number;
  readonly max_bytes?: number;
  readonly memory_bytes?: number;
  readonly semantic?: SemanticBlock;
  readonly rules?: readonly CacheRuleEntry[];
}
