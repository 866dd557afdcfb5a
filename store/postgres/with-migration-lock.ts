import { DatabaseClient } from './database-client.ts';

/** Any number that nothing else of this database locks; node-pg-migrate has one of its own. */
const LOCK_KEY = 7_202_611_211;

/**
 * Runs `work` while no other process runs any under the same control plane: the lock of a session, which ends with the
 * process that holds it. For migrations of stores that cannot lock themselves.
 */
export async function withMigrationLock<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  const client = new DatabaseClient({ connectionString: databaseUrl });
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    const result = await work();
    if (client.broken !== undefined) throw client.broken;
    return result;
  } finally {
    await client.end();
  }
}
