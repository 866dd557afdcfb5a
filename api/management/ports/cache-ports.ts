import type { CountRepeatedCalls } from '../../../analytics/gateway/repeated-call-counter.ts';
import type { CacheScope } from '../../../domain/gateway/cache/cache-block.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { CacheEntryStore } from '../../../store/gateway/cache-entry-store.ts';
import type { CacheReportStore } from '../../../store/gateway/cache-report-store.ts';

/** The facts about the cache, and its purge. */
export interface CacheSources {
  readonly scope: CacheScope;
  /** True if a rule of the kind `semantic` is in use. */
  readonly hasSemanticRule: boolean;
  readonly reports: CacheReportStore;
  readonly entries: Pick<CacheEntryStore, 'purge'>;
  /** Absent if the deployment has no ClickHouse. */
  readonly countRepeats?: CountRepeatedCalls;
}

/** The ports of the cache's administration; absent if the configuration has no cache. */
export interface CachePorts {
  readonly clock: Clock;
  readonly cache?: CacheSources | undefined;
}
