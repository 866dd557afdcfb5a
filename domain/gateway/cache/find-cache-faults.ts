import type { DocumentFault } from '../../kernel/document-fault.ts';
import { parseDuration } from '../../kernel/parse-duration.ts';
import { PLAIN_ENDPOINTS, VECTOR_ENDPOINTS, type CalledEndpoint } from '../../models/protocols.ts';
import { servesCall, type ProviderEntry } from '../provider-block.ts';
import type { CacheBlock, CacheRuleEntry, NamedModel, SemanticBlock } from './cache-block.ts';

/** The maximum lifetime of a cached answer. An older answer is a poor prediction of a new one. */
const MAX_TTL_MS = 720 * 3_600_000;

/** The parts of the block that rules read. Members with a wrong form are absent. */
export type ReadCacheBlock = Omit<Partial<CacheBlock>, 'rules' | 'semantic'> & {
  readonly semantic?: Omit<SemanticBlock, 'embeddings' | 'judge'> & {
    readonly embeddings?: Partial<NamedModel>;
    readonly judge?: Partial<NamedModel>;
  };
  readonly rules?: readonly (Partial<CacheRuleEntry> | undefined)[];
};

/** The maximum time in milliseconds that a call may wait for the search for similar requests. */
const MAX_TIMEOUT_MS = 10_000;

/** The faults of the block, except faults in the form of its settings. */
export function findCacheFaults(
  { ttl, semantic, rules = [] }: ReadCacheBlock,
  providers: readonly (Partial<ProviderEntry> | undefined)[],
): DocumentFault[] {
  const ids = rules.map((rule) => rule?.id);
  return [
    ...ttlFaults(['cache', 'ttl'], ttl),
    ...timeoutFaults(semantic?.timeout),
    ...modelFaults('embeddings', semantic?.embeddings, providers),
    ...modelFaults('judge', semantic?.judge, providers),
    ...rules.flatMap((rule, index) =>
      rule?.verifier === 'judge' && semantic?.judge === undefined
        ? [{ path: ['cache', 'rules', index, 'verifier'], detail: 'needs `cache.semantic.judge`: set it' }]
        : [],
    ),
    ...rules.flatMap((rule, index) => ttlFaults(['cache', 'rules', index, 'ttl'], rule?.ttl)),
    ...rules.flatMap((rule, index) => kindFaults(['cache', 'rules', index], rule)),
    ...ids.flatMap((id, index) =>
      id !== undefined && ids.indexOf(id) < index
        ? [{ path: ['cache', 'rules', index, 'id'], detail: 'is also the id of another rule: give each its own id' }]
        : [],
    ),
  ];
}

/** The settings that have no effect, so that nobody can have intended them. */
export function findCacheWarnings({ enabled, semantic, rules = [] }: ReadCacheBlock): DocumentFault[] {
  const first = rules.findIndex((rule) => rule !== undefined && isAboutAll(rule));
  const unreached = first === -1 ? [] : rules.slice(first + 1);
  return [
    ...unreached.map((_, index) => ({
      path: ['cache', 'rules', first + 1 + index],
      detail: 'is never used, because an earlier rule matches every call',
    })),
    ...(semantic?.embeddings !== undefined && rules.every((rule) => rule?.kind !== 'semantic')
      ? [
          {
            path: ['cache', 'semantic', 'embeddings'],
            detail: 'is never used, because no rule has the kind `semantic`',
          },
        ]
      : []),
    ...(enabled !== true && rules.length > 0
      ? [{ path: ['cache', 'rules'], detail: 'have no effect while `cache.enabled` is not true' }]
      : []),
  ];
}

function isAboutAll({ models, endpoints, step_classes: classes }: Partial<CacheRuleEntry>): boolean {
  return (models?.includes('*') ?? true) && endpoints === undefined && classes === undefined;
}

/**
 * The faults of one rule: settings that only rules of the kind `semantic` have, and endpoints that such a rule cannot
 * serve.
 */
function kindFaults(path: DocumentFault['path'], rule: Partial<CacheRuleEntry> = {}): DocumentFault[] {
  if (rule.kind !== 'semantic') {
    const settings = (['threshold', 'verifier'] as const).filter((name) => rule[name] !== undefined);
    return settings.map((name) => ({ path: [...path, name], detail: 'is only for rules of the kind `semantic`' }));
  }
  const at = rule.endpoints?.findIndex((endpoint) => VECTOR_ENDPOINTS.includes(endpoint)) ?? -1;
  if (at === -1) return [];
  return [
    { path: [...path, 'endpoints', at], detail: 'cannot reuse the answer to another text: remove it from this rule' },
  ];
}

function timeoutFaults(timeout: string | number | undefined): DocumentFault[] {
  if (timeout === undefined) return [];
  const ms = parseDuration(String(timeout)) ?? 0;
  const isWithin = ms > 0 && ms <= MAX_TIMEOUT_MS;
  return isWithin ? [] : [{ path: ['cache', 'semantic', 'timeout'], detail: 'must be more than 0 and at most 10s' }];
}

/** The endpoints at which a named model may be called, by its role, and the fault of a model that has none of them. */
const NAMED_FOR: Readonly<
  Record<'embeddings' | 'judge', { readonly endpoints: readonly CalledEndpoint[]; readonly detail: string }>
> = {
  embeddings: {
    endpoints: VECTOR_ENDPOINTS,
    detail: 'is not an embedding model of that provider: see its `wire` and `models`',
  },
  judge: { endpoints: Object.values(PLAIN_ENDPOINTS), detail: 'is not a model of that provider: see its `models`' },
};

/** The faults of a named model: the provider must exist, and must serve the model at an endpoint of the role. */
function modelFaults(
  name: keyof typeof NAMED_FOR,
  { provider, model }: Partial<NamedModel> = {},
  providers: readonly (Partial<ProviderEntry> | undefined)[],
): DocumentFault[] {
  if (provider === undefined) return [];
  const path = ['cache', 'semantic', name];
  const entry = providers.find((known) => known?.name === provider);
  if (entry === undefined)
    return [{ path: [...path, 'provider'], detail: 'is not the name of a provider in `providers`' }];
  const { wire, models } = entry;
  if (wire === undefined || models === undefined || model === undefined) return [];
  const { endpoints, detail } = NAMED_FOR[name];
  if (endpoints.some((endpoint) => servesCall({ wire, models }, endpoint, model))) return [];
  return [{ path: [...path, 'model'], detail }];
}

function ttlFaults(path: DocumentFault['path'], ttl: string | number | undefined): DocumentFault[] {
  if (ttl === undefined) return [];
  const ms = parseDuration(String(ttl)) ?? 0;
  return ms > 0 && ms <= MAX_TTL_MS ? [] : [{ path, detail: 'must be more than 0 and at most 720h' }];
}
