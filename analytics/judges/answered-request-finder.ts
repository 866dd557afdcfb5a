import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { REQUEST_COLUMNS, requestFromFactRow, type RequestFactRow } from '../indexer/request-fact-row.ts';
import { queryRows } from '../statements/query-rows.ts';

/** A range of arrival sequences: after `after`, up to and including `through`. */
export interface Arrivals {
  readonly after: bigint;
  readonly through: bigint;
  /** The earliest admission of the requests. */
  readonly since: Date;
}

/** The answered requests of a range. */
export interface AnsweredRequests {
  readonly requests: readonly OutcomeRequest[];
  /** The position up to which the range was read; less than requested if the range exceeds one read. */
  readonly through: bigint;
}

export type FindAnsweredRequests = (arrivals: Arrivals) => Promise<AnsweredRequests>;

/** The maximum number of requests of one read. */
const PAGE = 2_000;

const ANSWERED = `SELECT ${REQUEST_COLUMNS}, toString(arrival_seq) AS seq FROM request_terminals_v1
  WHERE arrival_seq > {after:UInt64} AND arrival_seq <= {through:UInt64}
    AND admitted_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC') AND status = 'succeeded' AND purpose = 'application'
  ORDER BY arrival_seq LIMIT ${PAGE}`;

/** Finds the answered requests of all workspaces, in the order of their arrival. */
export function createAnsweredRequestFinder(clickhouse: Pick<AnalyticsClient, 'query'>): FindAnsweredRequests {
  return async ({ after, through, since }) => {
    const rows = await queryRows<RequestFactRow & { readonly seq: string }>(clickhouse, {
      query: ANSWERED,
      query_params: { after: String(after), through: String(through), since: since.getTime() },
      clickhouse_settings: { date_time_output_format: 'iso' },
    });
    const last = rows.length < PAGE ? undefined : rows.at(-1);
    return {
      requests: rows.map(({ seq: _seq, ...row }) => requestFromFactRow(row)),
      through: last === undefined ? through : BigInt(last.seq),
    };
  };
}
