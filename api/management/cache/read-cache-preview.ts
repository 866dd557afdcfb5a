import { CACHE_APPROXIMATIONS, CachePreviewQuerySchema } from '../../../contracts/gateway/cache-administration.ts';
import { CACHE_OPERATIONS } from '../../../contracts/gateway/cache-operations.ts';
import { estimateRepeats } from '../../../domain/gateway/cache/repeated-calls.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { windowStart } from '../lane/window-start.ts';
import { requireCache } from './require-cache.ts';

/** Answers with the maximum share of requests since an instant that a cache would have answered. */
export const readCachePreview = createManagementHandler(CACHE_OPERATIONS, 'management.cache.preview', {
  gate: ({ ports }) => void requireCache(ports),
  query: CachePreviewQuerySchema,
  async answer(request, { ports }) {
    const { since = '30d' } = request.query;
    const { scope, countRepeats } = requireCache(ports);
    const to = ports.clock.now();
    const from = windowStart(since, to);
    const repeats = countRepeats && estimateRepeats(await countRepeats(from, scope));
    const why =
      countRepeats === undefined
        ? 'This deployment has no ClickHouse, where requests are. Ask its operator.'
        : 'No call of the gateway since then says how many tokens it sent.';
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      scope,
      approximations: [...CACHE_APPROXIMATIONS],
      exact: repeats ?? { cannot_estimate: why },
      semantic: {
        cannot_estimate:
          'Facts contain no content. A rule of this kind in shadow mode counts the calls that it would have answered.',
      },
    };
  },
});
