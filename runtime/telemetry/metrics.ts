import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { createWorkGauges } from '../../store/installation/work-gauges.ts';
import { createDependencyMetrics, type DependencyProbes } from './dependency-metrics.ts';
import type { LogDestination } from './log-destination.ts';
import { createQueryTimer, type TimeQueries } from './query-timer.ts';
import { createScrape, type ReadExposition, type ReadFigures } from './scrape.ts';
import { createWorkMetrics } from './work-metrics.ts';

/** Milliseconds in which a source must answer. Prometheus gives a scrape 10 s by default. */
const SOURCE_MS = 4_000;
/** Milliseconds in which an engine must answer to count as up, and Postgres for one statement. */
export const PROBE_TIMEOUT_MS = 3_000;
/** The number of connections that only metrics use, so that a scrape works also when all others are in use. */
const CONNECTIONS = 2;

/** The metrics of one process. */
export interface ProcessMetrics {
  readonly registry: Registry;
  readonly timeQueries: TimeQueries;
  /** Creates the exposition. Never rejects because of a source. */
  scrape(): Promise<string>;
  /** Closes the connections that scrapes use. */
  close(): Promise<void>;
}

export interface MetricsParts {
  /** The connection pool that the metrics describe; scrapes use other connections. */
  readonly pool: pg.Pool;
  /** The destination of the process's log. */
  readonly destination: Pick<LogDestination, 'lostLines'>;
  readonly databaseUrl: string;
  /** Undefined if the process has no ClickHouse. */
  readonly clickhouse: Pick<AnalyticsClient, 'ping'> | undefined;
  readonly clock: Clock;
}

/** The metrics that a process has in addition to those of all processes. */
export interface ExtraMetrics {
  readonly probes: DependencyProbes;
  readonly figures: (work: ReturnType<typeof createWorkGauges>) => readonly ReadFigures[];
  readonly expositions: readonly ReadExposition[];
}

/** Creates the metrics of a process: those of every process, and the additional ones. */
export function createMetrics(
  { databaseUrl, clickhouse, clock }: MetricsParts,
  registry: Registry,
  more: ExtraMetrics,
): ProcessMetrics {
  const pool = createPool(databaseUrl, { connections: CONNECTIONS, statementMs: PROBE_TIMEOUT_MS });
  const work = createWorkGauges(pool, clock);
  const probes: DependencyProbes = {
    postgres: () => work.probe(),
    ...(clickhouse && { clickhouse: () => pingClickHouse(clickhouse) }),
    ...more.probes,
  };
  // The probe of Postgres comes first, because statements wait for each other.
  const figures = [
    createDependencyMetrics(registry, probes, PROBE_TIMEOUT_MS),
    ...createWorkMetrics(registry, work),
    ...more.figures(work),
  ];
  return {
    registry,
    timeQueries: createQueryTimer(registry),
    scrape: createScrape({ registry, figures, expositions: more.expositions, timeoutMs: SOURCE_MS }),
    close: () => pool.end(),
  };
}

async function pingClickHouse(clickhouse: Pick<AnalyticsClient, 'ping'>): Promise<void> {
  const answer = await clickhouse.ping({ select: false, abort_signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  if (!answer.success) throw answer.error;
}
