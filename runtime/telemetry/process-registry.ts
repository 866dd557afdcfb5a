import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type pg from 'pg';
import type { LogDestination } from './log-destination.ts';

/** The parts of a process that its metrics describe. */
export interface ProcessParts {
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  readonly destination: Pick<LogDestination, 'lostLines'>;
}

/**
 * Creates the registry with the metrics of every process: those of Node (`process_…`, `nodejs_…`), of its connections
 * to Postgres, and of its log.
 */
export function createProcessRegistry({ pool, destination }: ProcessParts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const show = (name: string, help: string, count: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(count());
      },
    });
  };
  show('truetally_postgres_pool_connections', 'Connections of this process to Postgres.', () => pool.totalCount);
  show(
    'truetally_postgres_pool_idle_connections',
    'Idle connections of this process to Postgres.',
    () => pool.idleCount,
  );
  show(
    'truetally_postgres_pool_waiting_requests',
    'Statements and transactions that wait for a connection.',
    () => pool.waitingCount,
  );
  new Counter({
    name: 'truetally_log_lost_lines_total',
    help: 'Log lines that were lost because a disk was full or no process read them.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(destination.lostLines());
    },
  });
  return registry;
}
