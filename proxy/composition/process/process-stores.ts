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

/** Enough for lookups of a core; they are let wait rather than multiply. */
const CACHE_CONNECTIONS = 8;

export interface ProcessStoreParts extends Pick<ProxyProcessMetrics, 'counted'> {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly contentLimits: ContentLimits;
  /** The longest that Postgres may take for an answer. */
  readonly answerMs: number;
}

/** The stores that configurations of a gateway process are composed of: Postgres, and files of content. */
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
