import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isStoreUnavailable } from '../../../store/database-fault.ts';
import { createPool, inTransaction } from '../../../store/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startHushingProxy } from '../../support/hushing-proxy.ts';

describe('the pool of the control plane', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
  });
  afterAll(() => database.drop());

  it('prepares a statement once for a connection, whatever its values', async () => {
    const client = await database.pool.connect();
    try {
      const text = 'SELECT $1::int + 1 AS next';
      for (const value of [1, 2, 3]) {
        expect((await client.query<{ next: number }>(text, [value])).rows).toEqual([{ next: value + 1 }]);
      }
      const { rows } = await client.query(
        'SELECT statement, (generic_plans + custom_plans)::int AS plans FROM pg_prepared_statements',
      );
      expect(rows).toEqual([{ statement: text, plans: 3 }]);
    } finally {
      client.release();
    }
  });

  it('gives up an answer that does not come, and goes on with another connection', async () => {
    const proxy = await startHushingProxy(database.url);
    const pool = createPool(proxy.url, { connections: 1, answerMs: 200 });
    try {
      const pid = async (): Promise<number> =>
        (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
      const first = await pid();
      proxy.hush();
      const alone: unknown = await pid().catch((error: unknown) => error);
      expect([String(alone), isStoreUnavailable(alone)]).toEqual(['Error: Query read timeout', true]);
      const second = await pid();
      const said: string[] = [];
      const within: unknown = await inTransaction(pool, async (client) => {
        proxy.hush();
        const query = client.query.bind(client) as (text: string) => Promise<unknown>;
        client.query = ((text: string) => {
          said.push(text);
          return query(text);
        }) as typeof client.query;
        await client.query('SELECT 1');
      }).catch((error: unknown) => error);
      expect(String(within)).toBe('Error: Query read timeout');
      expect(said).toEqual(['SELECT 1']);
      expect(new Set([first, second, await pid()]).size).toBe(3);
    } finally {
      await pool.end();
      await proxy.close();
    }
  });

  it('says what is wrong with a statement and goes on with the connection', async () => {
    const client = await database.pool.connect();
    try {
      const text = 'SELECT 1 / $1::int AS share';
      await expect(client.query(text, [0])).rejects.toMatchObject({ code: '22012' });
      await expect(client.query('SELECT nothing FROM $1', [0])).rejects.toMatchObject({ code: '42601' });
      expect((await client.query(text, [1])).rows).toEqual([{ share: 1 }]);
    } finally {
      client.release();
    }
  });
});
