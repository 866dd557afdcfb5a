import type { CalledEndpoint } from '../../models/protocols.ts';

/** Whose answers a caller may be given: those of its organization, of its team in its environment, or of its key. */
export const CACHE_SCOPES = ['organization', 'team', 'key'] as const;
export type CacheScope = (typeof CACHE_SCOPES)[number];

/**
 * How equal two requests must be: the same, the same but for what `normalize-body.ts` leaves out, or alike in what was asked last and else the same.
 * In this order a request is looked up.
 */
export const CACHE_KINDS = ['exact', 'normalized', 'semantic'] as const;
export type CacheKind = (typeof CACHE_KINDS)[number];

/** Whether a rule answers from the cache, or only counts what it would have answered. */
export const CACHE_MODES = ['serve', 'shadow'] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/**
 * What a request that is alike has to pass: every word but articles and politeness is the same; no number, negation, quotation, name or opposite
 * is another; the same, and a model says that one answer serves both; or nothing.
 */
export const CACHE_VERIFIERS = ['same_words', 'numbers_and_names', 'judge', 'none'] as const;
export type CacheVerifier = (typeof CACHE_VERIFIERS)[number];

/** A provider of the file, and a model of it. */
export interface NamedModel {
  readonly provider: string;
  readonly model: string;
}

/** How requests that are alike are found. */
export interface SemanticBlock {
  /** Who says where texts stand. Absent: the gateway itself, by their words. */
  readonly embeddings?: NamedModel;
  /** Whom rules with the verifier `judge` ask. */
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
  /** Of the kind `semantic`: how alike two requests must be, from 0 to 1. */
  readonly threshold?: number;
  /** Of the kind `semantic`. */
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
