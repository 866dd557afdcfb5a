import { DatabaseClient } from './database-client.ts';

/** A lock number that nothing else in this database uses; node-pg-migrate uses another one. */
const LOCK_KEY = 7_202_611_211;

/**
 * Runs `work` while no other process of the same control plane runs such work. The lock belongs to a session, so it
 * ends with the process that holds it. It is meant for migrations of stores that have no locks.
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
