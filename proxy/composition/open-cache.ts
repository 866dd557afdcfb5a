import type { CacheBlock } from '../../domain/gateway/cache/cache-block.ts';
import { cacheSettings } from '../../domain/gateway/cache/cache-settings.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { CacheCandidateStore } from '../../store/gateway/cache-candidate-store.ts';
import type { CacheEntryStore } from '../../store/gateway/cache-entry-store.ts';
import type { CacheFigureStore } from '../../store/gateway/cache-figure-store.ts';
import type { Upstream } from '../call/open-upstream.ts';
import { OwnCalls, type OwnCallParts } from '../cache/semantic/own-calls.ts';
import { openAskedModels } from './open-asked-models.ts';
import { openResponseCache, type OpenCacheParts, type OpenResponseCache } from './open-response-cache.ts';
import { reachAround } from './reach-around.ts';

/** Stores of the cache, with connections of their own. */
export interface CacheStores {
  readonly entries: CacheEntryStore;
  readonly candidates: CacheCandidateStore;
  readonly figures: CacheFigureStore;
  close(): Promise<void>;
}

export interface CachingParts extends OwnCallParts, Pick<OpenCacheParts, 'metrics' | 'newEntryId'> {
  readonly openCacheStores: () => CacheStores;
  readonly upstreams: readonly Upstream[];
  readonly faultPoints: FaultPoints;
}

export interface OpenCache extends OpenResponseCache {
  /** Resolves when nothing of the cache is on its way any more. */
  close(): Promise<void>;
}

/** The cache of a configuration file; undefined where it asks for none. */
export function openCache(block: CacheBlock | undefined, parts: CachingParts): OpenCache | undefined {
  const settings = cacheSettings(block);
  if (settings === undefined) return undefined;
  const { openCacheStores, upstreams, faultPoints } = parts;
  const stores = openCacheStores();
  const { entries } = stores;
  const calls = new OwnCalls(parts);
  const caching = openResponseCache({
    ...parts,
    ...{ ...stores, settings },
    ...openAskedModels(settings.semantic, { upstreams, calls }),
    entries: { ...entries, keep: reachAround(faultPoints, 'cache_write', (...kept) => entries.keep(...kept)) },
  });
  const close = async (): Promise<void> => {
    await caching.shelf.close();
    await calls.close();
    await stores.close();
  };
  return { ...caching, close };
}
