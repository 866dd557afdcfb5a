import type { Pool } from 'pg';
import { createPool } from '../../store/pool.ts';

/** Connections for looks that are made side by side. */
const BOUNDS = { connections: 3, statementMs: 8_000 };

/** A pool whose every connection refuses to write, whatever a statement says. */
export function openReadOnlyPool(databaseUrl: string): Pool {
  const pool = createPool(databaseUrl, BOUNDS);
  pool.on('connect', (client) => {
    // Should it fail, so does the statement that the connection was opened for.
    client.query('SET default_transaction_read_only TO on').catch(() => undefined);
  });
  return pool;
}
