import { parseDuration } from '../../kernel/parse-duration.ts';
import type { CalledEndpoint } from '../../models/protocols.ts';
import { matchesModel } from '../provider-block.ts';
import type {
  CacheBlock,
  CacheKind,
  CacheMode,
  CacheRuleEntry,
  CacheScope,
  CacheVerifier,
  SemanticBlock,
} from './cache-block.ts';

/** The defaults of the block, in the notation of the file. */
export const CACHE_DEFAULTS = {
  scope: 'team',
  ttl: '24h',
  maxEntryBytes: 1_048_576,
  maxBytes: 1_073_741_824,
  memoryBytes: 67_108_864,
  kind: 'exact',
  mode: 'serve',
  threshold: 0.95,
  verifier: 'same_words',
  /** The default verifier with embeddings, which also match texts with other words of the same meaning. */
  verifierOfEmbeddings: 'numbers_and_names',
  timeout: '500ms',
  candidates: 1_000,
  semanticMemoryBytes: 67_108_864,
} as const;

/** The id of the rule of a block without rules; it matches every call. */
const DEFAULT_RULE = 'default';

/** The similarity that a rule of the kind `semantic` requires. */
export interface SimilarityRule {
  /** The similarity that two requests must exceed, from 0 to 1. */
  readonly threshold: number;
  readonly verifier: CacheVerifier;
}

export interface CacheRule {
  readonly id: string;
  readonly kind: CacheKind;
  readonly mode: CacheMode;
  readonly ttlMs: number;
  /** Names, or prefixes followed by `*`; undefined if the rule matches all models. */
  readonly models: readonly string[] | undefined;
  readonly endpoints: readonly CalledEndpoint[] | undefined;
  readonly stepClasses: readonly string[] | undefined;
  /** The required similarity; undefined unless the kind is `semantic`. */
  readonly similarity: SimilarityRule | undefined;
}

/** The block with its defaults. */
export interface CacheSettings {
  readonly scope: CacheScope;
  /** The rules. The first one that matches a call applies. */
  readonly rules: readonly CacheRule[];
  /** The maximum size of a stored answer in bytes. */
  readonly maxEntryBytes: number;
  /** The maximum size of all stored answers in bytes. The oldest answers are removed first. */
  readonly maxBytes: number;
  /** The maximum size in bytes of the answers that a process also keeps in memory. */
  readonly memoryBytes: number;
  readonly semantic: SemanticSettings;
}

/** The settings of the search for similar requests, with defaults. */
export interface SemanticSettings {
  /** The model that computes embeddings; undefined if the gateway compares the words of texts. */
  readonly embeddings: SemanticBlock['embeddings'];
  /** The model of the verifier `judge`; undefined if none is configured. */
  readonly judge: SemanticBlock['judge'];
  /** The maximum time in milliseconds that a call waits for the search. */
  readonly timeoutMs: number;
  /** The maximum number of stored requests to compare: the newest of those that differ only in their last message. */
  readonly candidates: number;
  /** The maximum size in bytes of the data that a process keeps in memory for comparisons. */
  readonly memoryBytes: number;
}

/** The settings of the cache; undefined if it is not enabled. Defaults are applied only here. */
export function cacheSettings(block: CacheBlock = {}): CacheSettings | undefined {
  if (block.enabled !== true) return undefined;
  const entries = block.rules ?? [{ id: DEFAULT_RULE }];
  return {
    scope: block.scope ?? CACHE_DEFAULTS.scope,
    rules: entries.map((entry) => ruleOf(entry, block)),
    maxEntryBytes: block.max_entry_bytes ?? CACHE_DEFAULTS.maxEntryBytes,
    maxBytes: block.max_bytes ?? CACHE_DEFAULTS.maxBytes,
    memoryBytes: block.memory_bytes ?? CACHE_DEFAULTS.memoryBytes,
    semantic: semanticSettings(block.semantic),
  };
}

function semanticSettings({
  embeddings,
  judge,
  timeout,
  candidates,
  memory_bytes,
}: SemanticBlock = {}): SemanticSettings {
  return {
    ...{ embeddings, judge },
    timeoutMs: parseDuration(String(timeout ?? CACHE_DEFAULTS.timeout)) ?? 0,
    candidates: candidates ?? CACHE_DEFAULTS.candidates,
    memoryBytes: memory_bytes ?? CACHE_DEFAULTS.semanticMemoryBytes,
  };
}

function ruleOf(entry: CacheRuleEntry, { ttl = CACHE_DEFAULTS.ttl, semantic }: CacheBlock): CacheRule {
  const { kind = CACHE_DEFAULTS.kind, threshold, verifier } = entry;
  const isEmbedded = semantic?.embeddings !== undefined;
  const similarity = {
    threshold: threshold ?? CACHE_DEFAULTS.threshold,
    verifier: verifier ?? (isEmbedded ? CACHE_DEFAULTS.verifierOfEmbeddings : CACHE_DEFAULTS.verifier),
  };
  return {
    id: entry.id,
    kind,
    mode: entry.mode ?? CACHE_DEFAULTS.mode,
    ttlMs: parseDuration(String(entry.ttl ?? ttl)) ?? 0,
    models: entry.models,
    endpoints: entry.endpoints,
    stepClasses: entry.step_classes,
    similarity: kind === 'semantic' ? similarity : undefined,
  };
}

/** The first rule that matches a call; undefined if no rule does. */
export function findCacheRule(
  rules: readonly CacheRule[],
  call: { readonly endpoint: CalledEndpoint; readonly model: string; readonly stepClass: string | undefined },
): CacheRule | undefined {
  return rules.find(
    ({ models, endpoints, stepClasses }) =>
      (endpoints?.includes(call.endpoint) ?? true) &&
      (models?.some((pattern) => matchesModel(pattern, call.model)) ?? true) &&
      (stepClasses === undefined || (call.stepClass !== undefined && stepClasses.includes(call.stepClass))),
  );
}
