import type { AnalyticsClient } from '../../../analytics/analytics-client.ts';
import { readClickHouseRows } from './read-clickhouse-rows.ts';

interface TableRow {
  readonly name: string;
  readonly engine: string;
  readonly engine_full: string;
  readonly partition_key: string;
  readonly sorting_key: string;
}

interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/**
 * Lists every table of the facts with its engine, keys and deduplication window, and every column, as sorted lines for
 * `compareSchemas`. It omits the text of views, which differs between versions of the engine.
 */
export async function listClickHouseSchema(client: AnalyticsClient): Promise<string[]> {
  const [tables, columns] = await Promise.all([
    readClickHouseRows<TableRow>(
      client,
      `SELECT name, engine, engine_full, partition_key, sorting_key FROM system.tables
       WHERE database = currentDatabase() AND name != 'schema_migrations'`,
    ),
    readClickHouseRows<ColumnRow>(
      client,
      `SELECT table, name, type FROM system.columns WHERE database = currentDatabase() AND table != 'schema_migrations'`,
    ),
  ]);
  return [
    ...tables.map((table) => `table ${table.name}: ${definitionOf(table)}`),
    ...columns.map(({ table, name, type }) => `column ${table}.${name}: ${type}`),
  ].sort();
}

/** The definition of a table. A replicated or shared engine counts as the plain one. */
function definitionOf({ engine, engine_full, partition_key, sorting_key }: TableRow): string {
  const window = /non_replicated_deduplication_window = (\d+)/.exec(engine_full)?.[1];
  return [
    engine.replace(/^(Replicated|Shared)/, ''),
    ...(partition_key === '' ? [] : [`partition by ${partition_key}`]),
    ...(sorting_key === '' ? [] : [`order by ${sorting_key}`]),
    ...(window === undefined ? [] : [`deduplication window ${window}`]),
  ].join(', ');
}
