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

/** Migrates the one database that all test databases are copied from. Once per run, by the global set-up. */
export async function makeTemplateDatabase(databaseUrl: string): Promise<void> {
  await dropDatabase(databaseUrl, TEMPLATE);
  await administer(databaseUrl, [`CREATE DATABASE ${TEMPLATE}`]);
  await migratePostgres(urlOf(databaseUrl, TEMPLATE));
}

/** A migrated, empty database of the test file's own, so that files run side by side. */
export async function createTestDatabase(databaseUrl: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(databaseUrl, [
    `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`,
    // A server of your own may stand in another zone.
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

/** The same database as the superuser of an embedded Postgres, whose folder keeps the password. */
export function asSuperuser(databaseUrl: string, folder: string): string {
  return superuserUrl(databaseUrl, folder);
}

function urlOf(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Drops a database and ends our own connections to it. `WITH (FORCE)` would end those of autovacuum too, which only a
 * superuser may. A plain drop makes autovacuum leave, and waits five seconds for other connections to end.
 */
export async function dropDatabase(databaseUrl: string, name: string): Promise<void> {
  await administer(databaseUrl, [
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND usename = current_user`,
    `DROP DATABASE IF EXISTS ${name}`,
  ]);
}

/** Runs statements one by one. */
export async function administer(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
