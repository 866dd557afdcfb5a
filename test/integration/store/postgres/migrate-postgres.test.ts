import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import pg from 'pg';
import { migratePostgres } from '../../../../store/postgres/migrate-postgres.ts';
import { withMigrationLock } from '../../../../store/postgres/with-migration-lock.ts';
import { isStoreUnavailable } from '../../../../store/postgres/database-fault.ts';
import { createPool, inTransaction } from '../../../../store/postgres/pool.ts';
import { createTestDatabase, dropDatabase } from '../../../../testing/engines/database.ts';
import '../../../../testing/engines/provided-context.ts';

let admin: pg.Client;
let name: string;
let url: string;

beforeAll(async () => {
  admin = new pg.Client(inject('databaseUrl'));
  await admin.connect();
  name = `migrate_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`CREATE DATABASE ${name}`);
  url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href;
});
afterAll(async () => {
  await admin.end();
  await dropDatabase(inject('databaseUrl'), name);
});

it('lets five migrators of an empty database run concurrently, and a sixth change nothing', async () => {
  await Promise.all(Array.from({ length: 5 }, () => migratePostgres(url)));
  const pool = createPool(url);
  const applied = async (): Promise<unknown[]> => {
    const { rows } = await pool.query<{ name: string; run_on: Date }>('SELECT name, run_on FROM schema_migrations');
    return rows;
  };
  const first = await applied();
  expect(first).toContainEqual({ name: '0001_control-plane', run_on: expect.any(Date) as Date });
  expect(new Set(first.map((row) => (row as { name: string }).name)).size).toBe(first.length);
  await migratePostgres(url);
  expect(await applied()).toEqual(first);
  await pool.end();
});

it('lets one process at a time do the work of a migration lock, and frees it if the work fails', async () => {
  const spans: string[] = [];
  const waiting = async (): Promise<unknown> => {
    const { rows } = await admin.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE d.datname = $1 AND l.locktype = 'advisory' AND NOT l.granted`,
      [name],
    );
    return rows[0]?.count;
  };
  let others = 3;
  const work = (name: string) => () =>
    withMigrationLock(url, async () => {
      spans.push(`${name} begins`);
      others -= 1;
      await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBe(others);
      spans.push(`${name} ends`);
    });
  await expect(withMigrationLock(url, () => Promise.reject(new Error('stop')))).rejects.toThrow('stop');
  await Promise.all(['a', 'b', 'c'].map((name) => work(name)()));
  const order = spans.filter((span) => span.endsWith('begins')).map((span) => span[0]);
  expect(spans).toEqual(order.flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect([...order].sort()).toEqual(['a', 'b', 'c']);
});

it('reads bigint columns without rounding, rolls back after an error and keeps the pool usable', async () => {
  const { pool, drop } = await createTestDatabase(inject('databaseUrl'));
  onTestFinished(drop);
  const { rows } = await pool.query<{ big: bigint }>('SELECT 9223372036854775807::bigint AS big');
  expect(rows).toEqual([{ big: 9_223_372_036_854_775_807n }]);
  const work = inTransaction(pool, async (client) => {
    await client.query("INSERT INTO organizations VALUES ('org_rolled_back', 'x', '2026-01-01')");
    throw new Error('stop');
  });
  await expect(work).rejects.toThrow('stop');
  expect((await pool.query('SELECT 1 FROM organizations')).rowCount).toBe(0);
});

it('survives the loss of its connections and reports that the store was unavailable', async () => {
  const pool = createPool(url);
  const lost = inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
    await client.query('SELECT 1');
  });
  const fault: unknown = await lost.catch((error: unknown) => error);
  expect(isStoreUnavailable(fault)).toBe(true);
  expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  await pool.end();

  const nowhere = createPool('postgres://nobody@127.0.0.1:1/nothing');
  expect(isStoreUnavailable(await nowhere.query('SELECT 1').catch((error: unknown) => error))).toBe(true);
  await nowhere.end();
  expect(isStoreUnavailable(new Error('a defect'))).toBe(false);
});
