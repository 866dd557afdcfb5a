import { randomUUID } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createAnalyticsClient } from '../../../analytics/analytics-client.ts';
import { migrateClickHouse } from '../../../analytics/migrate-clickhouse.ts';
import { createFactsTables } from '../../../testing/engines/clickhouse-database.ts';

/** The schema of the URL's database, without its name. */
async function schemaOf(make: (url: string) => Promise<unknown>): Promise<unknown[]> {
  const name = `tables_${randomUUID().replaceAll('-', '')}`;
  const url = Object.assign(new URL(inject('clickhouseUrl')), { pathname: `/${name}` }).href;
  await make(url);
  const client = createAnalyticsClient(url);
  onTestFinished(async () => {
    await client.command({ query: `DROP DATABASE ${name} SYNC` });
    await client.close();
  });
  const rows = async (query: string): Promise<unknown[]> =>
    (await client.query({ query, format: 'JSONEachRow' })).json<unknown>();
  return [
    ...(await rows(`SELECT name, replaceAll(create_table_query, '${name}', '') AS made FROM system.tables
      WHERE database = '${name}' ORDER BY name`)),
    ...(await rows('SELECT name, checksum FROM schema_migrations ORDER BY name')),
  ];
}

it('has the tables that migrations create, and lists the applied migrations', async () => {
  const [copied, migrated] = [await schemaOf(createFactsTables), await schemaOf(migrateClickHouse)];
  expect(copied.length).toBeGreaterThan(30);
  expect(copied).toEqual(migrated);
});
