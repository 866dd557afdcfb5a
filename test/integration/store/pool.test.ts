import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

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
