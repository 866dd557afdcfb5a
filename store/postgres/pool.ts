import { createHash } from 'node:crypto';
import pg from 'pg';
import { DatabaseClient } from './database-client.ts';
import { isStoreUnavailable } from './database-fault.ts';

/** Anything that runs a statement: the pool, or one connection inside a transaction. */
export type Queryable = pg.Pool | pg.PoolClient;

const INT8 = 20;
/**
 * Milliseconds for which an unused connection stays: a new one signs in, and parses and plans every statement again.
 */
const IDLE_TIMEOUT_MS = 60_000;
/** Milliseconds that a caller waits for a free connection, or for a new one. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * A connection that prepares each statement with values under a name made of its text. Postgres then parses it once for
 * the connection, and plans it once where one plan does as well for all values: that is half the time of our statements
 * (0.22 ms against 0.4 to 0.6). Their texts are constants, so that a connection holds a few dozen.
 */
class PreparingClient extends DatabaseClient {
  constructor(settings?: pg.ClientConfig) {
    super(settings);
    const query = this.query.bind(this) as (...parts: unknown[]) => unknown;
    const prepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown =>
      typeof text === 'string' && Array.isArray(values)
        ? query({ name: nameOf(text), text, values }, ...rest)
        : query(text, values, ...rest);
    this.query = prepared as typeof this.query;
  }
}

const names = new Map<string, string>();

/** Hashed once: the texts are constants. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** The limits of a pool. Absent ones do not apply, except that ten connections are the maximum. */
export interface PoolBounds {
  readonly connections?: number;
  /** Milliseconds that Postgres gives one statement. */
  readonly statementMs?: number;
  /**
   * Milliseconds that we wait for the answer to a statement. A server that is gone without a word, its network with it,
   * would otherwise hold every connection until the operating system gives up, which takes a quarter of an hour.
   */
  readonly answerMs?: number;
  /** Postgres refuses every write. */
  readonly readOnly?: boolean;
}

/**
 * Connections to the control plane. `bigint` columns are read as bigint and `timestamptz` as Date; nothing rounds.
 * A connection that breaks while it idles leaves the pool silently: the next statement opens another one, or rejects.
 */
export function createPool(databaseUrl: string, bounds: PoolBounds = {}): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, BigInt);
  const settings: PoolSettings = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    types,
    Client: PreparingClient,
    max: bounds.connections,
    query_timeout: bounds.answerMs,
    onConnect: (client) => bind(client, bounds),
  };
  const pool = new pg.Pool(settings);
  // Without a listener, the loss of an idle connection would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** The pool waits for what its hook promises, which its types do not say. */
type PoolSettings = Omit<pg.PoolConfig, 'onConnect'> & { onConnect?: (client: pg.ClientBase) => Promise<void> };

/** Said in statements, for a pooler in between may not take it as parameters of the connection. */
async function bind(client: pg.ClientBase, { statementMs, readOnly = false }: PoolBounds): Promise<void> {
  if (statementMs !== undefined) await client.query(`SET statement_timeout TO ${statementMs}`);
  if (readOnly) await client.query('SET default_transaction_read_only TO true');
}

/** Runs `work` inside one transaction on one connection: committed when it resolves, rolled back when it throws. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isUsable = true;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    const fault: unknown = (client instanceof DatabaseClient ? client.broken : undefined) ?? error;
    // Nothing is said on a connection that does not answer: Postgres rolls back what it was about when it is closed.
    if (isStoreUnavailable(fault)) isUsable = false;
    else await client.query('ROLLBACK').catch(() => (isUsable = false));
    throw fault;
  } finally {
    client.release(!isUsable);
  }
}
