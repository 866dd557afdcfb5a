import type { AnalyticsClient } from '../analytics-client.ts';
import { queryFault } from './query-fault.ts';
import { statementBytes } from './statement-bytes.ts';

type Query = Parameters<AnalyticsClient['query']>[0];

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
      clickhouse_settings: { max_query_size: statementBytes(query.query), ...query.clickhouse_settings },
      format: 'JSONEachRow',
    });
    return await result.json<Row>();
  } catch (fault) {
    throw queryFault(fault);
  }
}
