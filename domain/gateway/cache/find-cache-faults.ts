import type { PlacedFault } from '../../kernel/placed-fault.ts';
import { parseDuration } from '../../kernel/parse-duration.ts';
import type { CacheBlock, CacheRuleEntry } from './cache-block.ts';

/** An answer that is older says little of what would be answered now. */
const MOST_TTL_MS = 720 * 3_600_000;

/** The block as far as rules read it; what had the wrong form is missing. */
export type ReadCacheBlock = Omit<Partial<CacheBlock>, 'rules'> & {
  readonly rules?: readonly (Partial<CacheRuleEntry> | undefined)[];
};

/** What is wrong with the block beside the form of its settings. */
export function findCacheFaults({ ttl, rules = [] }: ReadCacheBlock): PlacedFault[] {
  const ids = rules.map((rule) => rule?.id);
  return [
    ...ttlFaults(['cache', 'ttl'], ttl),
    ...rules.flatMap((rule, index) => ttlFaults(['cache', 'rules', index, 'ttl'], rule?.ttl)),
    ...rules.flatMap((rule, index) => kindFaults(['cache', 'rules', index], rule)),
    ...ids.flatMap((id, index) =>
      id !== undefined && ids.indexOf(id) < index
        ? [{ path: ['cache', 'rules', index, 'id'], detail: 'is the id of another rule of the list' }]
        : [],
    ),
  ];
}

/** What nobody can have meant. */
export function findCacheWarnings({ enabled, rules = [] }: ReadCacheBlock): PlacedFault[] {
  const first = rules.findIndex((rule) => rule !== undefined && isAboutAll(rule));
  const unreached = first === -1 ? [] : rules.slice(first + 1);
  return [
    ...unreached.map((_, index) => ({
      path: ['cache', 'rules', first + 1 + index],
      detail: 'is never asked: a rule before it is about every call',
    })),
    ...(enabled !== true && rules.length > 0
      ? [{ path: ['cache', 'rules'], detail: 'hold for nothing while `cache.enabled` is not true' }]
      : []),
  ];
}

function isAboutAll({ models, endpoints, step_classes: classes }: Partial<CacheRuleEntry>): boolean {
  return (models?.includes('*') ?? true) && endpoints === undefined && classes === undefined;
}

/** What only rules of the kind `semantic` have, and what they cannot be about. */
function kindFaults(path: PlacedFault['path'], rule: Partial<CacheRuleEntry> = {}): PlacedFault[] {
  if (rule.kind !== 'semantic') {
    const settings = (['threshold', 'verifier'] as const).filter((name) => rule[name] !== undefined);
    return settings.map((name) => ({ path: [...path, name], detail: 'is a setting of rules of the kind `semantic`' }));
  }
  const at = rule.endpoints?.indexOf('embeddings') ?? -1;
  if (at === -1) return [];
  return [{ path: [...path, 'endpoints', at], detail: 'has no answers that another text may be given' }];
}

function ttlFaults(path: PlacedFault['path'], ttl: string | number | undefined): PlacedFault[] {
  if (ttl === undefined) return [];
  const ms = parseDuration(String(ttl)) ?? 0;
  return ms > 0 && ms <= MOST_TTL_MS ? [] : [{ path, detail: 'must be more than 0 and at most 720h' }];
}
