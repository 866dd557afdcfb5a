import pg from 'pg';

/** Anything that runs a statement: the pool, or one connection inside a transaction. */
export type Queryable = pg.Pool | pg.PoolClient;

const INT8 = 20;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Connections to the control plane. `bigint` columns are read as bigint and `timestamptz` as Date; nothing rounds.
 * A connection that breaks while it idles leaves the pool silently: the next statement opens another one, or rejects.
 */
export function createPool(databaseUrl: string): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, BigInt);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types,
  });
  // Without a listener, the loss of an idle connection would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Runs `work` inside one transaction on one connection: committed when it resolves, rolled back when it throws. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const breaks = (error: Error): void => {
    broken = error;
  };
  client.on('error', breaks);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // On a connection that broke between two statements, the next one fails with words that do not say why.
    const fault: unknown = broken ?? error;
    await client.query('rollback').catch(breaks);
    throw fault;
  } finally {
    client.off('error', breaks);
    client.release(broken);
  }
}
