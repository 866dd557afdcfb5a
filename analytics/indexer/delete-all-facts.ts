import type { AnalyticsClient } from '../analytics-client.ts';
import { ERASED_TABLES } from '../retention/erase-before.ts';
import { FACT_TABLES } from './events/fact-rows.ts';

/** True if any fact exists. */
export async function hasFacts(clickhouse: AnalyticsClient): Promise<boolean> {
  const query = FACT_TABLES.map((table) => `(SELECT 1 FROM ${table} LIMIT 1)`).join(' UNION ALL ');
  return (await (await clickhouse.query({ query, format: 'JSONEachRow' })).json()).length > 0;
}

/**
 * Deletes every row from every table of facts and rollups, of any size. After an interruption, call it again. Nothing
 * may load facts meanwhile, and no read may use the remaining rows.
 */
export async function deleteAllFacts(clickhouse: AnalyticsClient): Promise<void> {
  for (const [table] of ERASED_TABLES) {
    await clickhouse.command({
      query: `TRUNCATE TABLE ${table} SYNC`,
      clickhouse_settings: { max_table_size_to_drop: '0', max_execution_time: 0 },
    });
  }
}
