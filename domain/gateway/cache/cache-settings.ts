import { parseDuration } from '../../kernel/parse-duration.ts';
import type { CalledEndpoint } from '../endpoints.ts';
import { matchesModel } from '../provider-block.ts';
import type { CacheBlock, CacheKind, CacheMode, CacheRuleEntry, CacheScope } from './cache-block.ts';

/** What holds where the block says nothing, as it would be written there. */
export const CACHE_DEFAULTS = {
  scope: 'team',
  ttl: '24h',
  maxEntryBytes: 1_048_576,
  maxBytes: 1_073_741_824,
  memoryBytes: 67_108_864,
  kind: 'exact',
  mode: 'serve',
} as const;

/** The rule of a block that names none: it is about every call. */
const DEFAULT_RULE = 'default';

export interface CacheRule {
  readonly id: string;
  readonly kind: CacheKind;
  readonly mode: CacheMode;
  readonly ttlMs: number;
  /** Names, or what they begin with and a `*`; undefined where the rule is about all. */
  readonly models: readonly string[] | undefined;
  readonly endpoints: readonly CalledEndpoint[] | undefined;
  readonly stepClasses: readonly string[] | undefined;
}

/** The block with its defaults. */
export interface CacheSettings {
  readonly scope: CacheScope;
  /** In the order in which they are asked. */
  readonly rules: readonly CacheRule[];
  /** A larger answer is not kept. */
  readonly maxEntryBytes: number;
  /** Of all answers that are kept; the oldest go first. */
  readonly maxBytes: number;
  /** Of answers that a process holds beside. */
  readonly memoryBytes: number;
}

/** The one place where defaults of the block are applied; undefined where there is no cache. */
export function cacheSettings(block: CacheBlock = {}): CacheSettings | undefined {
  if (block.enabled !== true) return undefined;
  const entries = block.rules ?? [{ id: DEFAULT_RULE }];
  return {
    scope: block.scope ?? CACHE_DEFAULTS.scope,
    rules: entries.map((entry) => ruleOf(entry, block.ttl ?? CACHE_DEFAULTS.ttl)),
    maxEntryBytes: block.max_entry_bytes ?? CACHE_DEFAULTS.maxEntryBytes,
    maxBytes: block.max_bytes ?? CACHE_DEFAULTS.maxBytes,
    memoryBytes: block.memory_bytes ?? CACHE_DEFAULTS.memoryBytes,
  };
}

function ruleOf(entry: CacheRuleEntry, ttl: string | number): CacheRule {
  return {
    id: entry.id,
    kind: entry.kind ?? CACHE_DEFAULTS.kind,
    mode: entry.mode ?? CACHE_DEFAULTS.mode,
    ttlMs: parseDuration(String(entry.ttl ?? ttl)) ?? 0,
    models: entry.models,
    endpoints: entry.endpoints,
    stepClasses: entry.step_classes,
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
