import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isStoreUnavailable } from '../../../../store/postgres/database-fault.ts';
import { createPool, inTransaction } from '../../../../store/postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/engines/database.ts';
import { startHushingProxy } from '../../../../testing/processes/hushing-proxy.ts';

describe('the pool of the control plane', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
  });
  afterAll(() => database.drop());

  it('prepares a statement once per connection, for any values', async () => {
    const pool = createPool(database.url);
    const client = await pool.connect();
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
      await pool.end();
    }
  });

  it('stops waiting for an answer, and continues with another connection', async () => {
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
      const statements: string[] = [];
      const within: unknown = await inTransaction(pool, async (client) => {
        proxy.hush();
        const query = client.query.bind(client) as (text: string) => Promise<unknown>;
        client.query = ((text: string) => {
          statements.push(text);
          return query(text);
        }) as typeof client.query;
        await client.query('SELECT 1');
      }).catch((error: unknown) => error);
      expect(String(within)).toBe('Error: Query read timeout');
      expect(statements).toEqual(['SELECT 1']);
      expect(new Set([first, second, await pid()]).size).toBe(3);
    } finally {
      await pool.end();
      await proxy.close();
    }
  });

  it('survives a connection that ends during its hand-over, and reports that the store is unavailable', async () => {
    const pool = createPool(database.url, { connections: 1 });
    try {
      await pool.query('SELECT 1');
      // The event is between the hand-over and the first line of the waiting caller.
      pool.once('acquire', (client) => {
        const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
        process.nextTick(() => stream.emit('close'));
      });
      const fault: unknown = await inTransaction(pool, () => Promise.resolve()).catch((error: unknown) => error);
      expect([String(fault), isStoreUnavailable(fault)]).toEqual(['Error: Connection terminated unexpectedly', true]);
      expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await pool.end();
    }
  });

  it('reports that the store is unavailable if a connection ends in a transaction, for any later statement', async () => {
    const faults: unknown[] = [];
    const outcome: unknown = await inTransaction(database.pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const ended = new Promise((resolve) => client.once('end', resolve));
      await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
      await ended;
      for (const text of ['SELECT 1', 'SELECT 2'])
        await client.query(text).catch((error: unknown) => faults.push(error));
      throw faults[0];
    }).catch((error: unknown) => error);
    expect(faults.map(isStoreUnavailable)).toEqual([true, true]);
    expect(outcome).toMatchObject({ code: '57P01' });
  });

  it('reports the fault of a statement and continues with the connection', async () => {
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
