import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { RequestMetrics } from '../../api/frame/plugins/request-metrics.ts';
import type { AnalyticsClient } from '../../analytics/client.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { createWorkGauges } from '../../store/installation/work-gauges.ts';
import { TASK_QUEUES } from '../../workflows/public.ts';
import { dependencyFigures, type Probes } from './dependency-metrics.ts';
import { journalFigures } from './journal-metrics.ts';
import type { LogDestination } from './log-destination.ts';
import { createProcessRegistry } from './process-metrics.ts';
import { createQueryTimer, type TimeQueries } from './query-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { createScrape, type ReadExposition, type ReadFigures } from './scrape.ts';
import { taskQueueFigures, type ReadBacklog } from './task-queue-metrics.ts';
import { createWorkerCounters, type WorkerCounters } from './worker-counters.ts';
import { workMetrics } from './work-metrics.ts';

/** What a source has to answer within. Prometheus gives a scrape 10 s unless told otherwise. */
const SOURCE_MS = 4_000;
/** What an engine has to answer within to count as up, and Postgres for one statement. */
export const ANSWER_MS = 3_000;
/** Of their own, so that a scrape tells how things are when all others are in use: the more so then. */
const CONNECTIONS = 2;

/** The metrics of one process. */
export interface ProcessMetrics {
  readonly registry: Registry;
  readonly timeQueries: TimeQueries;
  /** Makes the exposition. Never rejects because of a source. */
  scrape(): Promise<string>;
  /** Closes the connections that scrapes use. */
  close(): Promise<void>;
}

export interface MetricsParts {
  /** The connections of the process, which are shown; scrapes use others. */
  readonly pool: Pool;
  /** Of the log of the process. */
  readonly destination: Pick<LogDestination, 'lostLines'>;
  readonly databaseUrl: string;
  /** Undefined where it is not composed. */
  readonly clickhouse: Pick<AnalyticsClient, 'ping'> | undefined;
  readonly clock: Clock;
}

export interface WorkerMetricsParts extends MetricsParts {
  /** Absolute. */
  readonly journalFolder: string;
  /** Rejects when Temporal does not answer. */
  readonly probeTemporal: () => Promise<unknown>;
  readonly readBacklog: ReadBacklog;
  readonly readSdkMetrics: () => Promise<string>;
}

/** The metrics of an API process. */
export function createApiMetrics(parts: MetricsParts): ProcessMetrics & { readonly requests: RequestMetrics } {
  const registry = createProcessRegistry(parts);
  const requests = createRequestMetrics(registry);
  return { ...createMetrics(parts, registry, { probes: {}, figures: () => [], expositions: [] }), requests };
}

/** The metrics of a worker process. */
export function createWorkerMetrics(parts: WorkerMetricsParts): ProcessMetrics & { readonly counters: WorkerCounters } {
  const registry = createProcessRegistry(parts);
  const counters = createWorkerCounters(registry);
  const more: MoreMetrics = {
    probes: { temporal: parts.probeTemporal },
    figures: (work) => [
      journalFigures(registry, parts.journalFolder, work),
      taskQueueFigures(registry, TASK_QUEUES, parts.readBacklog),
    ],
    expositions: [{ source: 'temporal_sdk', read: parts.readSdkMetrics }],
  };
  return { ...createMetrics(parts, registry, more), counters };
}

/** What a process shows beyond what all of them do. */
interface MoreMetrics {
  readonly probes: Probes;
  readonly figures: (work: ReturnType<typeof createWorkGauges>) => readonly ReadFigures[];
  readonly expositions: readonly ReadExposition[];
}

function createMetrics(
  { databaseUrl, clickhouse, clock }: MetricsParts,
  registry: Registry,
  more: MoreMetrics,
): ProcessMetrics {
  const pool = createPool(databaseUrl, { connections: CONNECTIONS, statementMs: ANSWER_MS });
  const work = createWorkGauges(pool, clock);
  const probes: Probes = {
    postgres: () => work.probe(),
    ...(clickhouse && { clickhouse: () => pingClickHouse(clickhouse) }),
    ...more.probes,
  };
  // The probe of Postgres first, for statements wait for each other.
  const figures = [
    dependencyFigures(registry, probes, ANSWER_MS),
    ...workMetrics(registry, work),
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
  const answer = await clickhouse.ping({ select: false, abort_signal: AbortSignal.timeout(ANSWER_MS) });
  if (!answer.success) throw answer.error;
}
