import type { AnalyticsClient } from '../analytics-client.ts';
import { queryFault } from '../statements/query-fault.ts';

type Query = Parameters<AnalyticsClient['query']>[0];

/** An upper bound for the text that the client appends to select the output format. */
const FORMAT_BYTES = 1_000;

/**
 * The rows of one statement, which may contain long lists.
 *
 * @throws Refusal `dependency_unavailable` if ClickHouse does not answer, `budget_exceeded` if the query costs too much
 */
export async function queryRows<Row>(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  query: Omit<Query, 'format'>,
): Promise<Row[]> {
  try {
    const result = await clickhouse.query({
      ...query,
      clickhouse_settings: {
        max_query_size: String(Buffer.byteLength(query.query) + FORMAT_BYTES),
        ...query.clickhouse_settings,
      },
      format: 'JSONEachRow',
    });
    return await result.json<Row>();
  } catch (fault) {
    throw queryFault(fault);
  }
}
