import type { FindRequests } from '../../contracts/judges/receive-outcomes.ts';
import type { RequestOfOutcome } from '../../contracts/judges/told-outcome.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { readRows } from './read-rows.ts';

const COLUMNS = [
  'organization_id',
  'workspace_id',
  'application_id',
  'gateway_id',
  'environment_id',
  'purpose',
  'logical_request_id',
  'release_id',
  'route_id',
  'trace_id',
  'team_id',
  'input_size_bucket',
  'admitted_at',
].join(', ');

type Row = Readonly<Record<Exclude<keyof RequestOfOutcome, 'scope'> | keyof RequestOfOutcome['scope'], string>>;

/** Finds requests by their ids in all workspaces, each with what its ending says of it, or what its admission does until it has one. */
export function createRequestFinder(clickhouse: Pick<AnalyticsClient, 'query'>): FindRequests {
  return async (ids) => {
    // Hexadecimal digits of ours in the statement itself: as a value a list of ids would not fit into a URL.
    const list = ids.map((id) => `unhex('${Buffer.from(id).toString('hex')}')`).join(',');
    const found = (table: string, ended: number): string =>
      `SELECT ${COLUMNS}, ${ended} AS ended FROM ${table} WHERE logical_request_id IN (${list})`;
    const rows = await readRows<Row>(clickhouse, {
      query: `SELECT ${COLUMNS} FROM (${found('request_terminals_v1', 1)} UNION ALL ${found('request_admissions_v1', 0)})
        ORDER BY ended DESC LIMIT 1 BY workspace_id, logical_request_id`,
      clickhouse_settings: { max_query_size: String(2 * list.length + 2_000), date_time_output_format: 'iso' },
    });
    return rows.map(requestOf);
  };
}

function requestOf(row: Row): RequestOfOutcome {
  const { organization_id, workspace_id, application_id, gateway_id, environment_id, admitted_at, ...of } = row;
  const { purpose, logical_request_id, ...others } = of;
  return {
    scope: { organization_id, workspace_id, application_id, gateway_id, environment_id },
    purpose: purpose as RequestOfOutcome['purpose'],
    logical_request_id,
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')),
    admitted_at,
  };
}
