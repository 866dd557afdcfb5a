import pg from 'pg';

/** Any number that nothing else of this database locks; node-pg-migrate has one of its own. */
const LOCK_KEY = 7_202_611_211;

/**
 * Does `work` while no other process does any under the same control plane: the lock of a session, which ends with the
 * process that holds it. For migrations of stores that cannot lock themselves.
 */
export async function withMigrationLock<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  let broken: Error | undefined;
  client.on('error', (error) => (broken = error));
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    const result = await work();
    if (broken !== undefined) throw broken;
    return result;
  } finally {
    await client.end();
  }
}
