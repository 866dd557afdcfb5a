import type { Dimensions } from '../../contracts/ingest/dimensions/dimensions-schema.ts';
import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import { ID_PREFIXES } from '../../domain/kernel/id-prefixes.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { CALLER_COLUMNS, splitDimensions, type CallerRow } from '../indexer/events/caller-columns.ts';
import { REQUEST_COLUMNS, requestFromFactRow, type RequestFactRow } from '../indexer/request-fact-row.ts';

/** A call of the gateway that was admitted and has no ending, with the members that its ending has to repeat. */
export interface LostCall extends OutcomeRequest {
  readonly streaming: boolean;
  readonly dimensions?: Dimensions;
}

/**
 * Finds calls of the gateway that were admitted within a window and have no ending: the oldest first, up to a maximum.
 */
export type FindLostCalls = (within: {
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
  /** The signal that ends the wait for a silent ClickHouse. */
  readonly signal: AbortSignal;
}) => Promise<LostCall[]>;

type FoundCall = RequestFactRow & CallerRow & Pick<LostCall, 'streaming'>;

export function createLostCallFinder(clickhouse: Pick<AnalyticsClient, 'query'>): FindLostCalls {
  return async ({ from, to, limit, signal }) => {
    const within = 'admitted_at >= {from:DateTime64(3)} AND admitted_at < {to:DateTime64(3)}';
    const ours = `startsWith(logical_request_id, '${ID_PREFIXES.gatewayRequest}_')`;
    const answer = await clickhouse.query({
      query: `SELECT ${REQUEST_COLUMNS}, streaming, ${CALLER_COLUMNS.join(', ')} FROM request_admissions_v1
        WHERE ${within} AND ${ours} AND (workspace_id, logical_request_id) NOT IN (
          SELECT workspace_id, logical_request_id FROM request_terminals_v1 WHERE ${within} AND ${ours})
        ORDER BY admitted_at, logical_request_id LIMIT {limit:UInt32}`,
      query_params: { from: from.getTime() / 1_000, to: to.getTime() / 1_000, limit },
      clickhouse_settings: { date_time_output_format: 'iso' },
      format: 'JSONEachRow',
      abort_signal: signal,
    });
    const rows = await answer.json<FoundCall>();
    return rows.map(lostCall);
  };
}

function lostCall({ streaming, ...row }: FoundCall): LostCall {
  const [stated, request] = splitDimensions(row);
  return { ...requestFromFactRow(request), ...stated, streaming };
}
