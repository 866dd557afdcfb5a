import type { CacheSettings } from '../../domain/gateway/cache/cache-settings.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { CacheCandidateStore } from '../../store/gateway/cache-candidate-store.ts';
import type { CacheEntryStore } from '../../store/gateway/cache-entry-store.ts';
import type { CacheFigureStore } from '../../store/gateway/cache-figure-store.ts';
import { CacheCounts } from '../cache/store/cache-counts.ts';
import type { CacheMetrics } from '../cache/store/cache-metrics.ts';
import { CacheStore } from '../cache/store/cache-store.ts';
import { EntryMemory } from '../cache/store/entry-memory.ts';
import { ResponseCache } from '../cache/response-cache.ts';
import { CandidateIndex } from '../cache/store/candidate-index.ts';
import { SemanticSearch } from '../cache/semantic/semantic-search.ts';
import type { InternalModels } from './open-internal-models.ts';

export interface OpenCacheParts extends InternalModels {
  readonly settings: CacheSettings;
  readonly entries: CacheEntryStore;
  readonly candidates: CacheCandidateStore;
  readonly figures: CacheFigureStore;
  readonly metrics: CacheMetrics;
  readonly clock: Clock;
  readonly monotonicMs: () => number;
  readonly newEntryId: () => string;
}

export interface OpenResponseCache {
  readonly cache: ResponseCache;
  readonly cacheStore: CacheStore;
  readonly memory: Pick<EntryMemory, 'bytes'>;
  readonly index: Pick<CandidateIndex, 'bytes'>;
}

/** The cache of a process, and its store, whose `look` and `evict` must run periodically. */
export function openResponseCache(parts: OpenCacheParts): OpenResponseCache {
  const { settings } = parts;
  const { candidates: maxCandidates, memoryBytes: maxBytes, timeoutMs } = settings.semantic;
  const memory = new EntryMemory(settings.memoryBytes);
  const counts = new CacheCounts();
  const index = new CandidateIndex({ ...parts, maxCandidates, maxBytes });
  const cacheStore = new CacheStore({ ...parts, ...{ counts, memory, index }, maxBytes: settings.maxBytes });
  const search = new SemanticSearch({ ...parts, ...{ index, cacheStore, timeoutMs } });
  return { cache: new ResponseCache({ ...parts, ...{ cacheStore, search, counts } }), cacheStore, memory, index };
}
