import type { CacheEvidence } from '../../../contracts/gateway/cache-administration.ts';
import { CACHE_KINDS } from '../../../domain/gateway/cache/cache-block.ts';
import { CACHE_LICENSES } from '../../../domain/gateway/cache/cache-figures.ts';
import { requireCache, type CachePorts } from './cache-ports.ts';

/** What hits of each kind are worth, and how old what is kept is. */
export async function readCacheEvidence(ports: CachePorts): Promise<CacheEvidence> {
  const { entries, bytes, ages } = await requireCache(ports).reports.held();
  const kinds = CACHE_KINDS.map((kind) => ({ kind, ...CACHE_LICENSES[kind] }));
  return { kinds, entries, bytes, age_seconds: ages ?? null };
}
