import type { FindRequests } from '../../contracts/judges/receive-outcomes.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { REQUEST_COLUMNS, requestFromFactRow, type RequestFactRow } from '../indexer/request-fact-row.ts';
import { queryRows } from '../statements/query-rows.ts';
import { textLiterals } from '../statements/text-literals.ts';

/**
 * Finds requests by their ids, in all workspaces. Each has the members of its ending, or those of its admission until
 * it has an ending.
 */
export function createRequestFinder(clickhouse: Pick<AnalyticsClient, 'query'>): FindRequests {
  return async (ids) => {
    const list = textLiterals(ids);
    const found = (table: string, ended: number): string =>
      `SELECT ${REQUEST_COLUMNS}, ${ended} AS ended FROM ${table} WHERE logical_request_id IN (${list})`;
    const rows = await queryRows<RequestFactRow>(clickhouse, {
      query: `SELECT ${REQUEST_COLUMNS} FROM (${found('request_terminals_v1', 1)} UNION ALL ${found('request_admissions_v1', 0)})
        ORDER BY ended DESC LIMIT 1 BY workspace_id, logical_request_id`,
      clickhouse_settings: { date_time_output_format: 'iso' },
    });
    return rows.map(requestFromFactRow);
  };
}
