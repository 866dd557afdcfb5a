import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createAnalyticsClient, type AnalyticsClient } from '../../../analytics/analytics-client.ts';
import { migrateClickHouse } from '../../../analytics/migrate-clickhouse.ts';
import { diagnose } from '../../../operator/doctor/diagnose.ts';
import type { Finding } from '../../../operator/doctor/findings/finding.ts';
import { openReadOnlyPool } from '../../../operator/doctor/postgres/open-read-only-pool.ts';
import { listPostgresSchema } from '../../../operator/doctor/postgres/list-postgres-schema.ts';
import { prepareNamespace } from '../../../maintenance/temporal-namespace.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');

let database: TestDatabase;
let clickhouseUrl: string;
let clickhouse: AnalyticsClient;
let namespace: string;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const url = new URL(inject('clickhouseUrl'));
  url.pathname = `/doctor_${randomUUID().replaceAll('-', '')}`;
  clickhouseUrl = url.href;
  await migrateClickHouse(clickhouseUrl);
  clickhouse = createAnalyticsClient(clickhouseUrl);
  namespace = await makeNamespace();
});
afterAll(async () => {
  await clickhouse.close();
  await database.drop();
});

async function makeNamespace(): Promise<string> {
  const name = `doctor-${randomUUID()}`;
  await prepareNamespace({ address: inject('temporalAddress') }, name);
  return name;
}

/** A database that ends with the test, for changes that stay. */
async function ownDatabase(): Promise<TestDatabase> {
  const own = await createTestDatabase(inject('databaseUrl'));
  onTestFinished(() => own.drop());
  return own;
}

/** The findings of a complete diagnosis, by part and check. */
async function look(env: Record<string, string> = {}): Promise<(part: string, check: string) => Finding> {
  const findings = await diagnose(
    {
      TRUETALLY_DATABASE_URL: database.url,
      TRUETALLY_CLICKHOUSE_URL: clickhouseUrl,
      TRUETALLY_TEMPORAL_ADDRESS: inject('temporalAddress'),
      TRUETALLY_TEMPORAL_NAMESPACE: namespace,
      ...env,
    },
    { now: () => new Date() },
  );
  return (part, check) => findings.find((finding) => finding.part === part && finding.check === check)!;
}

describe('the doctor', () => {
  it('finds no fault in migrated engines, and reports that no process runs', async () => {
    const found = await look();
    const healthy = [
      ['postgres', ['answers', 'version', 'encryption', 'role', 'clock', 'migrations', 'schema']],
      ['clickhouse', ['answers', 'version', 'encryption', 'clock', 'migrations', 'schema', 'parts']],
      ['temporal', ['answers', 'version', 'encryption', 'namespace', 'search attributes']],
      ['work', ['outbox', 'quarantine', 'schedules', 'time zones']],
    ] as const;
    const states = healthy.flatMap(([part, checks]) =>
      checks.map((check) => `${part} ${check} ${found(part, check).state} ${found(part, check).remedy}`.trim()),
    );
    expect(states).toEqual(healthy.flatMap(([part, checks]) => checks.map((check) => `${part} ${check} ok`)));
    expect(found('temporal', 'workers')).toMatchObject({ state: 'fault', seen: 'No worker polls any task queue.' });
    expect(found('temporal', 'housekeeping')).toMatchObject({ state: 'fault' });
    expect(found('work', 'components').seen).toMatch(/^These components have sent no heartbeat for a minute: api, /);
  });

  it('names a dropped index and an added column', async () => {
    await database.pool.query('DROP INDEX workflow_outbox_unsent');
    await database.pool.query('ALTER TABLE reports ADD COLUMN mine text');
    expect((await look())('postgres', 'schema')).toMatchObject({
      state: 'fault',
      seen:
        'The schema differs from what the migrations create: ' +
        'index workflow_outbox.workflow_outbox_unsent is missing; column reports.mine is unexpected.',
    });
    await database.pool.query('ALTER TABLE reports DROP COLUMN mine');
    await database.pool.query(
      'CREATE INDEX workflow_outbox_unsent ON workflow_outbox (workflow_id) WHERE sent_at IS NULL',
    );
    expect((await look())('postgres', 'schema')).toMatchObject({ state: 'ok' });
  });

  it('names the table of facts that would count a repeated batch twice', async () => {
    const window = (size: number): Promise<unknown> =>
      clickhouse.command({
        query: `ALTER TABLE attempts_v1 MODIFY SETTING non_replicated_deduplication_window = ${size}`,
      });
    await window(0);
    const { state, seen } = (await look())('clickhouse', 'schema');
    expect(state).toBe('fault');
    expect(seen).toMatch(
      /create: table attempts_v1 is `.*deduplication window 0`, not `.*deduplication window 20000`\.$/,
    );
    await window(20_000);
  });

  it('counts the dead outbox items', async () => {
    const at = new Date();
    const own = await ownDatabase();
    await own.pool.query(
      `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, tries, dead_at)
       VALUES ('start_report_run', 'rrun_x', $1, $1, 20, $1)`,
      [at],
    );
    const found = await look({ TRUETALLY_DATABASE_URL: own.url });
    expect(found('work', 'outbox')).toMatchObject({
      state: 'fault',
      seen: '1 outbox items were given up, and 0 wait, the oldest for 0 s.',
    });
  });

  it('names a removed search attribute, and a missing namespace', async () => {
    const own = await makeNamespace();
    const connection = await Connection.connect({ address: inject('temporalAddress') });
    await connection.operatorService.removeSearchAttributes({ namespace: own, searchAttributes: ['RunState'] });
    await connection.close();
    await expect
      .poll(async () => (await look({ TRUETALLY_TEMPORAL_NAMESPACE: own }))('temporal', 'search attributes'))
      .toMatchObject({ state: 'fault', seen: 'These search attributes are missing: RunState.' });
    const found = await look({ TRUETALLY_TEMPORAL_NAMESPACE: 'nowhere' });
    expect(found('temporal', 'namespace')).toMatchObject({ state: 'fault', seen: 'There is no namespace nowhere.' });
  });

  it('lists missing migrations, and then compares nothing', async () => {
    const own = await ownDatabase();
    await own.pool.query(`DELETE FROM schema_migrations WHERE name = '0009_schedules'`);
    const found = await look({ TRUETALLY_DATABASE_URL: own.url });
    expect(found('postgres', 'migrations')).toMatchObject({
      state: 'fault',
      seen: 'These migrations are not applied: 0009_schedules.',
    });
    expect(found('postgres', 'schema').state).toBe('unknown');
  });

  it('reports that ClickHouse is unavailable, and its other findings', async () => {
    const found = await look({ TRUETALLY_CLICKHOUSE_URL: 'http://truetally:password@127.0.0.1:9/truetally' });
    expect(found('clickhouse', 'answers')).toMatchObject({ state: 'fault' });
    expect(found('clickhouse', 'schema')).toMatchObject({ state: 'unknown', seen: 'ClickHouse does not answer.' });
    expect(found('postgres', 'answers').state).toBe('ok');
  });

  it('has only read-only connections', async () => {
    const pool = openReadOnlyPool(database.url);
    await expect(pool.query('CREATE TABLE mine (a int)')).rejects.toThrow('read-only transaction');
    await pool.end();
  });
});

describe('the committed listing', () => {
  it('equals the result of the migrations', async () => {
    const migrated = await createTestDatabase(inject('databaseUrl'));
    const listed = await listPostgresSchema(migrated.pool);
    await migrated.drop();
    expect(listed).toEqual(
      readFileSync(join(PROJECT, 'store', 'schema.txt'), 'utf8')
        .trimEnd()
        .split('\n'),
    );
  });
});
