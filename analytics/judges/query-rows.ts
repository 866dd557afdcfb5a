import type { AnalyticsClient } from '../analytics-client.ts';
import { queryFault } from '../statements/query-fault.ts';

type Query = Parameters<AnalyticsClient['query']>[0];

/** More than the client appends to say how it wants the rows. */
const FORMAT_BYTES = 1_000;

/**
 * The rows of one statement, which may be as long as what it lists.
 *
 * @throws Refusal `dependency_unavailable` where ClickHouse does not answer, `budget_exceeded` where it costs too much
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
