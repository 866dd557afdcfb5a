import type pg from 'pg';
import { createPool } from '../../../store/postgres/pool.ts';

/** The bounds of the pool; checks run concurrently. */
const BOUNDS = { connections: 3, statementMs: 8_000, readOnly: true };

/** Opens a pool whose connections refuse every statement that writes. */
export function openReadOnlyPool(databaseUrl: string): pg.Pool {
  return createPool(databaseUrl, BOUNDS);
}
