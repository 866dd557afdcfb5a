import type { Readable } from 'node:stream';
import type { AnalyticsClient } from '../../analytics-client.ts';

/**
 * Rows of a statement in the format RowBinary. The engine holds them back until it has all of them: of a fault in the midst of an answer that has
 * begun it tells as if that were rows, and whatever was missing would count as unknown.
 *
 * @param statement without its format, however long
 */
export async function readRowBinary(clickhouse: AnalyticsClient, statement: string): Promise<Readable> {
  const { stream } = await clickhouse.exec({
    query: `${statement} FORMAT RowBinary`,
    clickhouse_settings: { wait_end_of_query: 1, max_query_size: String(statement.length + 1_000) },
  });
  return stream;
}
