import type { CacheBlock } from '../../domain/gateway/cache/cache-block.ts';
import { cacheSettings } from '../../domain/gateway/cache/cache-settings.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { CacheCandidateStore } from '../../store/gateway/cache-candidate-store.ts';
import type { CacheEntryStore } from '../../store/gateway/cache-entry-store.ts';
import type { CacheFigureStore } from '../../store/gateway/cache-figure-store.ts';
import type { Upstream } from '../call/open-upstream.ts';
import { InternalCalls, type InternalCallParts } from '../cache/semantic/internal-calls.ts';
import { openInternalModels } from './open-internal-models.ts';
import { openResponseCache, type OpenCacheParts, type OpenResponseCache } from './open-response-cache.ts';
import { withFaultPoints } from './with-fault-points.ts';

/** The stores of the cache, on separate connections. */
export interface CacheTables {
  readonly entries: CacheEntryStore;
  readonly candidates: CacheCandidateStore;
  readonly figures: CacheFigureStore;
  close(): Promise<void>;
}

export interface CachingParts extends InternalCallParts, Pick<OpenCacheParts, 'metrics' | 'newEntryId'> {
  readonly openCacheTables: () => CacheTables;
  readonly upstreams: readonly Upstream[];
  readonly faultPoints: FaultPoints;
}

export interface OpenCache extends OpenResponseCache {
  /** Closes the cache. Resolves when none of its work is in flight. */
  close(): Promise<void>;
}

/** The cache of a configuration file; undefined if the file asks for none. */
export function openCache(block: CacheBlock | undefined, parts: CachingParts): OpenCache | undefined {
  const settings = cacheSettings(block);
  if (settings === undefined) return undefined;
  const { openCacheTables, upstreams, faultPoints } = parts;
  const stores = openCacheTables();
  const { entries } = stores;
  const calls = new InternalCalls(parts);
  const caching = openResponseCache({
    ...parts,
    ...{ ...stores, settings },
    ...openInternalModels(settings.semantic, { upstreams, calls }),
    entries: { ...entries, keep: withFaultPoints(faultPoints, 'cache_write', (...kept) => entries.keep(...kept)) },
  });
  const close = async (): Promise<void> => {
    await caching.cacheStore.close();
    await calls.close();
    await stores.close();
  };
  return { ...caching, close };
}
