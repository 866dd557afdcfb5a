import type { CalledEndpoint } from '../../models/protocols.ts';

/** The scopes within which callers share cached answers: the organization; the team in its environment; or the key. */
export const CACHE_SCOPES = ['organization', 'team', 'key'] as const;
export type CacheScope = (typeof CACHE_SCOPES)[number];

/**
 * The degrees of equality between two requests, in the order of lookup. `exact`: equal. `normalized`: equal after
 * `normalize-body.ts`. `semantic`: the last messages are similar, and everything else is equal.
 */
export const CACHE_KINDS = ['exact', 'normalized', 'semantic'] as const;
export type CacheKind = (typeof CACHE_KINDS)[number];

/**
 * The modes of a rule. `serve`: it answers from the cache. `shadow`: it only counts the answers that it would have
 * given.
 */
export const CACHE_MODES = ['serve', 'shadow'] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/**
 * The checks of a similar request. `same_words`: all words are equal, except articles and polite phrases.
 * `numbers_and_names`: no number, negation, quotation, name or opposite differs. `judge`: in addition, a model confirms
 * that one answer fits both requests. `none`: no check.
 */
export const CACHE_VERIFIERS = ['same_words', 'numbers_and_names', 'judge', 'none'] as const;
export type CacheVerifier = (typeof CACHE_VERIFIERS)[number];

/** A provider of the configuration file, and one of its models. */
export interface NamedModel {
  readonly provider: string;
  readonly model: string;
}

/** The settings of the search for similar requests. */
export interface SemanticBlock {
  /** The model that computes embeddings. If it is absent, the gateway compares the words of texts. */
  readonly embeddings?: NamedModel;
  /** The model that rules with the verifier `judge` call. */
  readonly judge?: NamedModel;
  readonly timeout?: string | number;
  readonly candidates?: number;
  readonly memory_bytes?: number;
}

/** An entry of `cache.rules`. An absent list restricts nothing. */
export interface CacheRuleEntry {
  readonly id: string;
  readonly kind?: CacheKind;
  readonly mode?: CacheMode;
  readonly ttl?: string | number;
  /** Names, or prefixes followed by `*`. */
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
