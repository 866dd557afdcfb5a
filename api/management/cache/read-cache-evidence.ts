import { CACHE_OPERATIONS } from '../../../contracts/gateway/cache-operations.ts';
import { CACHE_KINDS } from '../../../domain/gateway/cache/cache-block.ts';
import { CACHE_LICENSES } from '../../../domain/gateway/cache/cache-figures.ts';
import { handlerOf } from '../lane/handler-of.ts';
import { requireCache } from './require-cache.ts';

/** What hits of each kind are worth, and how old what is kept is. */
export const readCacheEvidence = handlerOf(CACHE_OPERATIONS, 'management.cache.evidence', {
  gate: ({ ports }) => void requireCache(ports),
  async answer(_request, { ports }) {
    const { entries, bytes, ages } = await requireCache(ports).reports.held();
    const kinds = CACHE_KINDS.map((kind) => ({ kind, ...CACHE_LICENSES[kind] }));
    return { kinds, entries, bytes, age_seconds: ages ?? null };
  },
});
