import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Pool } from 'pg';

/** The metrics that every process of ours has: of Node (`process_…`, `nodejs_…`) and of its connections to Postgres. */
export function createProcessRegistry(pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): Registry {
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
  show('truetally_postgres_pool_idle_connections', 'Those of them that nothing uses.', () => pool.idleCount);
  show(
    'truetally_postgres_pool_waiting_requests',
    'Statements and transactions that wait for a connection.',
    () => pool.waitingCount,
  );
  return registry;
}
