import type { AnalyticsClient } from '../../analytics-client.ts';
import { queryFault } from '../../statements/query-fault.ts';
import { statementBytes } from '../../statements/statement-bytes.ts';

type Query = Parameters<AnalyticsClient['query']>[0];

/**
 * The rows of a statement, some hundred at a time.
 *
 * @throws Refusal `dependency_unavailable` if ClickHouse does not answer, `budget_exceeded` if the query costs too much
 */
export async function* streamRows<Row>(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  query: Omit<Query, 'format'>,
): AsyncGenerator<readonly Row[], void> {
  try {
    const result = await clickhouse.query({
      ...query,
      clickhouse_settings: { max_query_size: statementBytes(query.query), ...query.clickhouse_settings },
      format: 'JSONEachRow',
    });
    for await (const batch of result.stream<Row>()) yield batch.map((row) => row.json());
  } catch (fault) {
    throw queryFault(fault);
  }
}
