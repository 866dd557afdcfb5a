import type { Readable } from 'node:stream';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { statementBytes } from '../../statements/statement-bytes.ts';

/**
 * The rows of a statement in the format RowBinary. The engine buffers the result until it is complete. Otherwise a
 * fault in the middle of a result would look like rows, and missing rows would count as unknown events.
 *
 * @param statement without its format, of any length
 */
export async function readRowBinary(clickhouse: AnalyticsClient, statement: string): Promise<Readable> {
  const { stream } = await clickhouse.exec({
    query: `${statement} FORMAT RowBinary`,
    clickhouse_settings: { wait_end_of_query: 1, max_query_size: statementBytes(statement) },
  });
  return stream;
}
