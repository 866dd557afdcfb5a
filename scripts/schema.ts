import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnalyticsClient } from '../analytics/analytics-client.ts';
import { migrateClickHouse } from '../analytics/migrate-clickhouse.ts';
import { createProgram } from '../runtime/commands/program.ts';
import { listClickHouseSchema } from '../operator/doctor/clickhouse/list-clickhouse-schema.ts';
import { listPostgresSchema } from '../operator/doctor/postgres/list-postgres-schema.ts';
import { startClickHouse } from '../launcher/engines/start-clickhouse.ts';
import { startPostgres } from '../launcher/engines/start-postgres.ts';
import { migratePostgres } from '../store/postgres/migrate-postgres.ts';
import { createPool } from '../store/postgres/pool.ts';
import { freePorts } from '../testing/processes/free-ports.ts';

createProgram(
  'npm run schema --',
  'Writes the schemas that the migrations create in empty engines. The doctor compares real engines with them.',
).parse();
const PROJECT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'truetally-schema-'));
chmodSync(folder, 0o711);
const report = (): void => undefined;
const [postgresPort = 0, clickhousePort = 0] = await freePorts(2);
const engines = await Promise.all([
  startPostgres({ folder: join(folder, 'postgres'), port: postgresPort, report, durable: false }),
  startClickHouse({ folder: join(folder, 'clickhouse'), port: clickhousePort, report }),
]);
const [{ url: databaseUrl }, { url: clickhouseUrl }] = engines;
try {
  await Promise.all([migratePostgres(databaseUrl), migrateClickHouse(clickhouseUrl)]);
  const pool = createPool(databaseUrl);
  const client = createAnalyticsClient(clickhouseUrl);
  write('store', await listPostgresSchema(pool));
  write('analytics', await listClickHouseSchema(client));
  await Promise.all([pool.end(), client.close()]);
} finally {
  await Promise.all(engines.map((engine) => engine.stop()));
  rmSync(folder, { recursive: true, force: true });
}

function write(store: 'store' | 'analytics', lines: readonly string[]): void {
  writeFileSync(join(PROJECT, store, 'schema.txt'), `${lines.join('\n')}\n`);
}
