import { CACHE_OPERATIONS } from '../../../contracts/gateway/cache-operations.ts';
import { cacheFigures } from '../../../domain/gateway/cache/cache-figures.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireCache } from './require-cache.ts';

/** Answers with the counts of requests at the cache since it was first turned on. */
export const readCacheStats = createManagementHandler(CACHE_OPERATIONS, 'management.cache.stats', {
  gate: ({ ports }) => void requireCache(ports),
  async answer(_request, { ports }) {
    const { reports, hasSemanticRule } = requireCache(ports);
    const { since, figures } = await reports.figures();
    const { outcomes, hits, savings, unlicensedSavings, shadowSavings, unlicensedShadowSavings } =
      cacheFigures(figures);
    const semantic = hasSemanticRule || hits.semantic > 0 ? hits.semantic : null;
    return {
      since: since ?? null,
      outcomes,
      hits: { ...hits, semantic },
      savings,
      unlicensed_savings: unlicensedSavings,
      shadow_savings: shadowSavings,
      unlicensed_shadow_savings: unlicensedShadowSavings,
    };
  },
});
