import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import type pg from 'pg';
import { DatabaseClient } from './database-client.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * Migrates the tables of the control plane. Concurrent migrators wait for each other on an advisory lock. Migrations
 * that were already applied are skipped.
 *
 * @returns the names of the migrations that this call applied
 */
export async function migratePostgres(databaseUrl: string): Promise<string[]> {
  const client = new DatabaseClient({ connectionString: databaseUrl });
  try {
    await client.connect();
    const applied = await runner({
      dbClient: client,
      dir: MIGRATIONS,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      advisoryLockMode: 'wait',
      log: () => undefined,
    });
    return applied.map(({ name }) => name);
  } catch (error) {
    throw client.broken ?? error;
  } finally {
    await client.end();
  }
}

/** The names of the migrations of this version, in their order. */
export async function listKnownMigrations(): Promise<string[]> {
  const files = await readdir(MIGRATIONS);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

/** The names of the applied migrations, in their order; empty if there are no tables yet. */
export async function listAppliedMigrations(pool: pg.Pool): Promise<string[]> {
  const { rowCount } = await pool.query(`SELECT WHERE to_regclass('schema_migrations') IS NOT NULL`);
  if (rowCount === 0) return [];
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

/** True if every migration of this version was applied, with or without newer ones. */
export async function isPostgresMigrated(pool: pg.Pool): Promise<boolean> {
  const applied = new Set(await listAppliedMigrations(pool));
  return (await listKnownMigrations()).every((name) => applied.has(name));
}
