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

/** The defaults of the block, as they would be written there. */
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
  /** The verifier if a provider embeds texts: words with the same meaning may differ. */
  verifierOfEmbeddings: 'numbers_and_names',
  timeout: '500ms',
  candidates: 1_000,
  semanticMemoryBytes: 67_108_864,
} as const;

/** The rule of a block that names none: it is about every call. */
const DEFAULT_RULE = 'default';

/** The similarity that a rule of the kind `semantic` requires of two requests. */
export interface SimilarityRule {
  /** The minimum similarity, exclusive, from 0 to 1. */
  readonly threshold: number;
  readonly verifier: CacheVerifier;
}

export interface CacheRule {
  readonly id: string;
  readonly kind: CacheKind;
  readonly mode: CacheMode;
  readonly ttlMs: number;
  /** Names, or what they begin with and a `*`; undefined where the rule is about all. */
  readonly models: readonly string[] | undefined;
  readonly endpoints: readonly CalledEndpoint[] | undefined;
  readonly stepClasses: readonly string[] | undefined;
  /** Undefined where the rule is of another kind. */
  readonly similarity: SimilarityRule | undefined;
}

/** The block with its defaults. */
export interface CacheSettings {
  readonly scope: CacheScope;
  /** The rules, in the order in which they are asked. */
  readonly rules: readonly CacheRule[];
  /** A larger answer is not kept. */
  readonly maxEntryBytes: number;
  /** Bytes of all stored answers; the oldest are removed first. */
  readonly maxBytes: number;
  /** Bytes of answers that a process also holds in memory. */
  readonly memoryBytes: number;
  readonly semantic: SemanticSettings;
}

/** The search for similar requests. */
export interface SemanticSettings {
  /** Undefined where the gateway says by itself where texts stand. */
  readonly embeddings: SemanticBlock['embeddings'];
  /** Undefined where no rule asks one. */
  readonly judge: SemanticBlock['judge'];
  /** Milliseconds that a call waits for the result of the search. */
  readonly timeoutMs: number;
  /** The maximum number of requests to compare: the youngest of those that differ only in their last message. */
  readonly candidates: number;
  /** Bytes that a process holds for comparisons. */
  readonly memoryBytes: number;
}

/** The one place where defaults of the block are applied; undefined where there is no cache. */
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

/** The first rule that is about a call; undefined where none is. */
export function cacheRuleOf(
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
