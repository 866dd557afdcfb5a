import { CachePurgeSchema } from '../../../contracts/gateway/cache-administration.ts';
import { CACHE_OPERATIONS } from '../../../contracts/gateway/cache-operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireCache } from './require-cache.ts';

/**
 * Removes entries immediately, and from the memory of every process within seconds. The operation has no gate, so that
 * each request has its own row in the audit even without a cache.
 */
export const purgeCache = createManagementHandler(CACHE_OPERATIONS, 'management.cache.purge', {
  body: CachePurgeSchema,
  async answer(request, { ports }) {
    const { by, value } = request.body;
    return { by, value, deleted: await requireCache(ports).entries.purge({ by, value }) };
  },
});
