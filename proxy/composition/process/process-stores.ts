import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { ContentLimits } from '../../../content/content-space.ts';
import { openContentStore } from '../../../content/open-content-store.ts';
import { createCacheCandidateStore } from '../../../store/gateway/cache-candidate-store.ts';
import { createCacheEntryStore } from '../../../store/gateway/cache-entry-store.ts';
import { createCacheFigureStore } from '../../../store/gateway/cache-figure-store.ts';
import { createLimitLeaseStore } from '../../../store/gateway/limit-lease-store.ts';
import { createPool } from '../../../store/postgres/pool.ts';
import type { CompositionParts } from '../compose-configuration.ts';
import type { ProxyProcessMetrics } from './proxy-process-metrics.ts';

/**
 * The connections of the cache: enough for the lookups of one core. Further lookups wait and open no more connections.
 */
const CACHE_CONNECTIONS = 8;

export interface ProcessStoreParts extends Pick<ProxyProcessMetrics, 'counted'> {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly contentLimits: ContentLimits;
  /** The longest wait for an answer of Postgres, in milliseconds. */
  readonly answerMs: number;
}

/** The stores from which the configurations of a gateway process are composed: Postgres, and the files of content. */
export function processStores({
  databaseUrl,
  pool,
  clock,
  counted,
  contentLimits,
  answerMs,
}: ProcessStoreParts): Pick<CompositionParts, 'leases' | 'openCacheTables' | 'openContents'> {
  return {
    leases: createLimitLeaseStore(pool, clock),
    openCacheTables() {
      const connections = createPool(databaseUrl, { connections: CACHE_CONNECTIONS, answerMs });
      return {
        entries: createCacheEntryStore(connections, clock),
        candidates: createCacheCandidateStore(connections, clock),
        figures: createCacheFigureStore(connections, clock),
        close: () => connections.end(),
      };
    },
    openContents: (settings) => counted(openContentStore(settings, clock, contentLimits)),
  };
}
