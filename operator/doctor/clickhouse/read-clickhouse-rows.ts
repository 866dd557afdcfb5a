import type { AnalyticsClient } from '../../../analytics/analytics-client.ts';

const QUERY_MS = 8_000;

/** Reads the rows of a statement, with a short time-out. */
export async function readClickHouseRows<Row>(client: AnalyticsClient, query: string): Promise<Row[]> {
  const result = await client.query({
    query,
    format: 'JSONEachRow',
    // No statement of the doctor can write.
    clickhouse_settings: { readonly: '2' },
    abort_signal: AbortSignal.timeout(QUERY_MS),
  });
  return result.json<Row>();
}
