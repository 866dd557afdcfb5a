import type { CountRepeatedCalls } from '../../../analytics/gateway/repeated-call-counter.ts';
import type { CacheScope } from '../../../domain/gateway/cache/cache-block.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { CacheEntryStore } from '../../../store/gateway/cache-entry-store.ts';
import type { CacheReportStore } from '../../../store/gateway/cache-report-store.ts';

/** What is known of the cache, and how it is purged. */
export interface CacheSources {
  readonly scope: CacheScope;
  /** Whether a rule of the kind `semantic` is asked. */
  readonly hasSemanticRule: boolean;
  readonly reports: CacheReportStore;
  readonly entries: Pick<CacheEntryStore, 'purge'>;
  /** Absent where the deployment has no ClickHouse. */
  readonly countRepeats?: CountRepeatedCalls;
}

/** What the administration of the cache needs; absent where the configuration asks for no cache. */
export interface CachePorts {
  readonly clock: Clock;
  readonly cache?: CacheSources | undefined;
}
