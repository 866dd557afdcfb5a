import type { CacheStats } from '../../../contracts/gateway/cache-administration.ts';
import { cacheFigures } from '../../../domain/gateway/cache/cache-figures.ts';
import { requireCache, type CachePorts } from './cache-ports.ts';

/** What became of requests at the cache since it was first turned on. */
export async function readCacheStats(ports: CachePorts): Promise<CacheStats> {
  const { since, figures } = await requireCache(ports).reports.figures();
  const { outcomes, hits, savings, shadowSavings } = cacheFigures(figures);
  return { since: since ?? null, outcomes, hits: { ...hits, semantic: null }, savings, shadow_savings: shadowSavings };
}
