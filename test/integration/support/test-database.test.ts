import { describe, expect, inject, it } from 'vitest';
import '../../../testing/engines/provided-context.ts';
import { createTestDatabase } from '../../../testing/engines/database.ts';

describe('a test database', () => {
  it('is a separate database, in UTC and in the order of code points', async () => {
    const [first, second] = await Promise.all([
      createTestDatabase(inject('databaseUrl')),
      createTestDatabase(inject('databaseUrl')),
    ]);
    await first.pool.query('CREATE TABLE only_here (a text)');
    const { rows } = await first.pool.query(
      `SELECT current_setting('TimeZone') AS zone, current_setting('server_encoding') AS encoding, 'Z' < 'a' AS code_points`,
    );
    expect(rows).toEqual([{ zone: 'UTC', encoding: 'UTF8', code_points: true }]);
    const seen = await second.pool.query(`SELECT to_regclass('only_here') AS found`);
    expect(seen.rows).toEqual([{ found: null }]);
    await Promise.all([first.drop(), second.drop()]);
  });
});
