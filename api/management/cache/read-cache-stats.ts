import type { CacheStats } from '../../../contracts/gateway/cache-administration.ts';
import { cacheFigures } from '../../../domain/gateway/cache/cache-figures.ts';
import { requireCache, type CachePorts } from './cache-ports.ts';

/** What became of requests at the cache since it was first turned on. */
export async function readCacheStats(ports: CachePorts): Promise<CacheStats> {
  const { reports, hasSemanticRule } = requireCache(ports);
  const { since, figures } = await reports.figures();
  const { outcomes, hits, savings, unlicensedSavings, shadowSavings, unlicensedShadowSavings } = cacheFigures(figures);
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
}
