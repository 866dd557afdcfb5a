import type { AnalyticsClient } from '../analytics-client.ts';
import { queryFault } from '../insight/statements/query-fault.ts';

type Query = Parameters<AnalyticsClient['query']>[0];

/**
 * The rows of one statement.
 *
 * @throws Refusal `dependency_unavailable` where ClickHouse does not answer, `budget_exceeded` where it costs too much
 */
export async function readRows<Row>(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  query: Omit<Query, 'format'>,
): Promise<Row[]> {
  try {
    const result = await clickhouse.query({ ...query, format: 'JSONEachRow' });
    return await result.json<Row>();
  } catch (fault) {
    throw queryFault(fault);
  }
}
