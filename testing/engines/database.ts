import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { superuserUrl } from '../../launcher/engines/postgres-roles.ts';
import { migratePostgres } from '../../store/postgres/migrate-postgres.ts';
import { createPool } from '../../store/postgres/pool.ts';

const TEMPLATE = 'truetally_test_template';

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Closes the pool and drops the database. */
  readonly drop: () => Promise<void>;
}

/** Migrates the database from which all test databases are copied. The global set-up calls it once per run. */
export async function makeTemplateDatabase(databaseUrl: string): Promise<void> {
  await dropDatabase(databaseUrl, TEMPLATE);
  await runStatements(databaseUrl, [`CREATE DATABASE ${TEMPLATE}`]);
  await migratePostgres(urlOf(databaseUrl, TEMPLATE));
}

/** Creates a migrated, empty database for the test file, so that files can run concurrently. */
export async function createTestDatabase(databaseUrl: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runStatements(databaseUrl, [
    `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`,
    // An external server may use another time zone.
    `ALTER DATABASE ${name} SET timezone TO 'UTC'`,
  ]);
  const url = urlOf(databaseUrl, name);
  const pool = createPool(url);
  const drop = async (): Promise<void> => {
    await pool.end();
    await dropDatabase(databaseUrl, name);
  };
  return { url, pool, drop };
}

/** The URL of the same database for the superuser of an embedded Postgres, whose folder has the password. */
export function toSuperuserUrl(databaseUrl: string, folder: string): string {
  return superuserUrl(databaseUrl, folder);
}

function urlOf(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Drops a database and ends our connections to it. `WITH (FORCE)` would also end the connections of autovacuum, which
 * requires a superuser. A plain drop cancels autovacuum, and waits five seconds for other connections to end.
 */
export async function dropDatabase(databaseUrl: string, name: string): Promise<void> {
  await runStatements(databaseUrl, [
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND usename = current_user`,
    `DROP DATABASE IF EXISTS ${name}`,
  ]);
}

/** Runs statements one by one. */
export async function runStatements(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
