import type pg from 'pg';
import { createPool } from '../../../store/postgres/pool.ts';

/** Connections for looks that are made side by side. */
const BOUNDS = { connections: 3, statementMs: 8_000, readOnly: true };

/** A pool whose every connection refuses to write, for every statement. */
export function openReadOnlyPool(databaseUrl: string): pg.Pool {
  return createPool(databaseUrl, BOUNDS);
}
