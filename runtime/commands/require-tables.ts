import type pg from 'pg';
import { isClickHouseMigrated } from '../../analytics/migrate-clickhouse.ts';
import { isPostgresMigrated } from '../../store/postgres/migrate-postgres.ts';
import { StartupFault } from '../startup-fault.ts';

const REMEDY = 'Run `npm run migrate` or `npm start` first.';

/**
 * Checks the tables, because migrations are a separate command.
 * @throws StartupFault unless Postgres has the tables of this version
 */
export async function requirePostgresTables(pool: pg.Pool): Promise<void> {
  if (await isPostgresMigrated(pool)) return;
  throw new StartupFault(`The tables of Postgres do not match this version. ${REMEDY}`);
}

/** @throws StartupFault unless ClickHouse has the tables of this version */
export async function requireClickHouseTables(clickhouseUrl: string): Promise<void> {
  if (await isClickHouseMigrated(clickhouseUrl)) return;
  throw new StartupFault(`The tables of ClickHouse do not match this version. ${REMEDY}`);
}
