import { CachePurgeSchema } from '../../../contracts/gateway/cache-administration.ts';
import { CACHE_OPERATIONS } from '../../../contracts/gateway/cache-operations.ts';
import { managementHandlerOf } from '../lane/management-handler-of.ts';
import { requireCache } from './require-cache.ts';

/**
 * Removes entries at once, and from the memory of every process within seconds. It has no gate: where there is no
 * cache, each purge that is asked for has a row of its own in the audit all the same.
 */
export const purgeCache = managementHandlerOf(CACHE_OPERATIONS, 'management.cache.purge', {
  body: CachePurgeSchema,
  async answer(request, { ports }) {
    const { by, value } = request.body;
    return { by, value, deleted: await requireCache(ports).entries.purge({ by, value }) };
  },
});
