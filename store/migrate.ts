import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));

/**
 * Brings the control plane's tables up to date. Migrators that start at the same time wait for each other on an
 * advisory lock; what is up to date already is left alone.
 *
 * @returns the names of the migrations that were applied now
 */
export async function migratePostgres(databaseUrl: string): Promise<string[]> {
  const applied = await runner({
    databaseUrl,
    dir: MIGRATIONS,
    direction: 'up',
    migrationsTable: 'schema_migrations',
    advisoryLockMode: 'wait',
    log: () => undefined,
  });
  return applied.map(({ name }) => name);
}
