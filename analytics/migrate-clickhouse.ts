import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { ClickHouseError } from '@clickhouse/client';
import { DefectError } from '../domain/kernel/errors.ts';
import { createAnalyticsClient, type AnalyticsClient } from './analytics-client.ts';
import { splitStatements } from './split-statements.ts';

/** The error types of ClickHouse for a database that was never migrated. */
const NOTHING_THERE: ReadonlySet<string | undefined> = new Set(['UNKNOWN_DATABASE', 'UNKNOWN_TABLE']);

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/**
 * Creates the database of the URL and migrates its tables. Forward only: a file is applied once and never changed
 * afterwards. ClickHouse has no transactions for DDL, so every statement of a file must be repeatable, and the file is
 * recorded after its last statement. ClickHouse has no locks either: only one process may call this, and nothing may
 * load facts meanwhile, because rollups are filled from the existing facts.
 *
 * @param unloadedBatches planned batches that are not marked as loaded: they are repeated later, and then enter new
 *   rollups
 * @returns the names of the files that this call applied
 * @throws DefectError if a file that was applied has changed since
 */
export async function migrateClickHouse(
  clickhouseUrl: string,
  unloadedBatches: readonly bigint[] = [],
): Promise<string[]> {
  await createDatabase(clickhouseUrl);
  const client = createAnalyticsClient(clickhouseUrl);
  try {
    await client.command({
      query: `CREATE TABLE IF NOT EXISTS schema_migrations
(name String COMMENT 'File', checksum String COMMENT 'sha256 of the file, hexadecimal')
ENGINE = ReplacingMergeTree ORDER BY name`,
    });
    const recorded = await appliedMigrations(client);
    const applied: string[] = [];
    for (const name of await migrationNames()) {
      if (await apply(client, name, recorded.get(name), { unloaded_batches: unloadedBatches })) applied.push(name);
    }
    return applied;
  } finally {
    await client.close();
  }
}

/** True if the database of the URL exists and every migration of this build has been applied to it. */
export async function isClickHouseMigrated(clickhouseUrl: string): Promise<boolean> {
  const client = createAnalyticsClient(clickhouseUrl);
  try {
    const applied = await appliedMigrations(client);
    return (await migrationNames()).every((name) => applied.has(name));
  } catch (error) {
    if (error instanceof ClickHouseError && NOTHING_THERE.has(error.type)) return false;
    throw error;
  } finally {
    await client.close();
  }
}

/** True if no migration was ever applied. The facts that Postgres marks as loaded cannot exist then. */
export async function isClickHouseNew(clickhouseUrl: string): Promise<boolean> {
  const client = createAnalyticsClient(clickhouseUrl);
  try {
    return (await appliedMigrations(client)).size === 0;
  } catch (error) {
    if (error instanceof ClickHouseError && NOTHING_THERE.has(error.type)) return true;
    throw error;
  } finally {
    await client.close();
  }
}

async function migrationNames(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
}

async function createDatabase(clickhouseUrl: string): Promise<void> {
  const url = new URL(clickhouseUrl);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!/^[A-Za-z_]\w*$/.test(database)) throw new DefectError('The ClickHouse URL must end in a plain database name.');
  url.pathname = '/default';
  const client = createAnalyticsClient(url.href);
  try {
    await client.command({ query: `CREATE DATABASE IF NOT EXISTS \`${database}\` ENGINE = Atomic` });
  } finally {
    await client.close();
  }
}

async function appliedMigrations(client: AnalyticsClient): Promise<Map<string, string>> {
  const result = await client.query({
    query: 'SELECT name, checksum FROM schema_migrations FINAL',
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ name: string; checksum: string }>();
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** Applies a file; false if it was applied before. */
async function apply(
  client: AnalyticsClient,
  name: string,
  recorded: string | undefined,
  query_params: Record<string, unknown>,
): Promise<boolean> {
  const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  if (recorded === checksum) return false;
  if (recorded !== undefined) throw new DefectError(`${name} was changed after it had been applied to ClickHouse.`);
  // Filling rollups from years of facts may take longer than the limit for queries.
  const clickhouse_settings = { max_execution_time: 0 };
  for (const query of splitStatements(sql)) await client.command({ query, query_params, clickhouse_settings });
  await client.insert({ table: 'schema_migrations', values: [{ name, checksum }], format: 'JSONEachRow' });
  return true;
}
