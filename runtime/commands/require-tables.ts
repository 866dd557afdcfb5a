import type pg from 'pg';
import { isClickHouseMigrated } from '../../analytics/migrate-clickhouse.ts';
import { isPostgresMigrated } from '../../store/postgres/migrate-postgres.ts';
import { StartupFault } from '../startup-fault.ts';

const REMEDY = 'run `npm run migrate` or `npm start` first.';

/** @throws StartupFault unless Postgres has the tables of this version: migrations are a command of their own */
export async function requirePostgresTables(pool: pg.Pool): Promise<void> {
  if (await isPostgresMigrated(pool)) return;
  throw new StartupFault(`The tables of Postgres are not those of this version: ${REMEDY}`);
}

/** @throws StartupFault unless ClickHouse has the tables of this version */
export async function requireClickHouseTables(clickhouseUrl: string): Promise<void> {
  if (await isClickHouseMigrated(clickhouseUrl)) return;
  throw new StartupFault(`The tables of ClickHouse are not those of this version: ${REMEDY}`);
}
