import { randomUUID } from 'node:crypto';
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { inject } from 'vitest';

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>;

/** A separate database for one test, and a standard client with this default database. */
export interface TestDatabase extends AsyncDisposable {
  readonly name: string;
  readonly client: ClickHouseClient;
  /** Creates another client of the same database with other options. It is closed with the database. */
  readonly connect: (options?: ClientOptions) => ClickHouseClient;
}

/** Creates a database on the server under test; `await using` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `contract_${randomUUID().replaceAll('-', '')}`;
  const clients: ClickHouseClient[] = [];
  const connect = (options: ClientOptions = {}): ClickHouseClient => {
    const url = new URL(inject('clickhouseUrl'));
    // A database in the URL takes precedence over the option.
    url.pathname = '/';
    const client = createClient({
      url,
      database: name,
      ...options,
      // Many of these tests expect errors.
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: {
        output_format_json_quote_64bit_integers: 1,
        async_insert: 0,
        ...options.clickhouse_settings,
      },
    });
    clients.push(client);
    return client;
  };
  const admin = createClient({ url: inject('clickhouseUrl') });
  clients.push(admin);
  await admin.command({ query: `CREATE DATABASE ${name} ENGINE = Atomic` });
  return {
    name,
    client: connect(),
    connect,
    [Symbol.asyncDispose]: async () => {
      await admin.command({ query: `DROP DATABASE ${name} SYNC` });
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** The only row of a query, as the client decodes it. */
export async function onlyRow<Row>(
  client: ClickHouseClient,
  query: string,
  options: Omit<Parameters<ClickHouseClient['query']>[0], 'query' | 'format'> = {},
): Promise<Row> {
  const answer = await client.query({ ...options, query, format: 'JSONEachRow' });
  const rows = await answer.json<Row>();
  if (rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}.`);
  return rows[0] as Row;
}

/** The code and type of the server's error with which `work` fails; throws any other error. */
export async function catchError(work: Promise<unknown>): Promise<{ code: string; type: string | undefined }> {
  const error: unknown = await work.then(
    () => new Error('It succeeded.'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ClickHouseError)) throw error;
  return { code: error.code, type: error.type };
}
