import { CACHE_OPERATIONS } from '../../../contracts/gateway/cache-operations.ts';
import { CACHE_KINDS } from '../../../domain/gateway/cache/cache-block.ts';
import { CACHE_LICENSES } from '../../../domain/gateway/cache/cache-figures.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireCache } from './require-cache.ts';

/** Answers with the value of each kind's hits, and the age of stored answers. */
export const readCacheEvidence = createManagementHandler(CACHE_OPERATIONS, 'management.cache.evidence', {
  gate: ({ ports }) => void requireCache(ports),
  async answer(_request, { ports }) {
    const { entries, bytes, ages } = await requireCache(ports).reports.held();
    const kinds = CACHE_KINDS.map((kind) => ({ kind, ...CACHE_LICENSES[kind] }));
    return { kinds, entries, bytes, age_seconds: ages ?? null };
  },
});
