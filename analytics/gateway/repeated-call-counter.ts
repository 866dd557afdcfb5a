import type { RepeatedCalls } from '../../domain/gateway/cache/repeated-calls.ts';
import type { CacheScope } from '../../domain/gateway/cache/cache-block.ts';
import { ID_PREFIXES } from '../../domain/kernel/id-prefixes.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { queryFault } from '../statements/query-fault.ts';

/**
 * Counts the gateway's calls since an instant that look like an earlier call within the same scope. Two calls look
 * alike if provider, model and the number of input tokens are equal. Equal calls always look alike, and different ones
 * may.
 *
 * @throws Refusal `dependency_unavailable` if ClickHouse does not answer, `budget_exceeded` if the query costs too much
 */
export type CountRepeatedCalls = (since: Date, scope: CacheScope) => Promise<RepeatedCalls>;

/** The columns of a scope in the facts. Facts have no key, so the calls of a key count with those of its team. */
const SCOPE_COLUMNS: Readonly<Record<CacheScope, string>> = {
  organization: 'organization_id',
  team: 'environment_id, team_id',
  key: 'environment_id, team_id',
};

export function createRepeatedCallCounter(clickhouse: Pick<AnalyticsClient, 'query'>): CountRepeatedCalls {
  return async (since, scope) => {
    const [row] = await rowsOf(clickhouse, statementFor(SCOPE_COLUMNS[scope]), since);
    const { repeated_nanos: nanos, ...counts } = row ?? NOTHING;
    return { ...counts, repeatedNanos: BigInt(nanos) };
  };
}

async function rowsOf(clickhouse: Pick<AnalyticsClient, 'query'>, query: string, since: Date): Promise<Row[]> {
  try {
    const query_params = { since: since.getTime() / 1_000 };
    const answer = await clickhouse.query({ query, query_params, format: 'JSONEachRow' });
    return await answer.json<Row>();
  } catch (fault) {
    throw queryFault(fault);
  }
}

interface Row {
  readonly calls: number;
  readonly comparable: number;
  readonly repeats: number;
  readonly unpriced: number;
  readonly hits: number;
  readonly repeated_nanos: string;
}

const NOTHING: Row = { calls: 0, comparable: 0, repeats: 0, unpriced: 0, hits: 0, repeated_nanos: '0' };

function statementFor(scope: string): string {
  const ours = `purpose = 'application' AND startsWith(logical_request_id, '${ID_PREFIXES.gatewayRequest}_')`;
  return `SELECT toFloat64(sum(n)) AS calls, toFloat64(sumIf(n, isNotNull(tokens))) AS comparable,
      toFloat64(sumIf(n - 1, isNotNull(tokens))) AS repeats, toFloat64(sumIf(n - priced, isNotNull(tokens) AND n > 1)) AS unpriced,
      toString(sumIf(if(priced = 0, 0, intDiv(toInt128(nanos) * (n - 1), n)), isNotNull(tokens))) AS repeated_nanos,
      (SELECT toFloat64(count()) FROM request_terminals_v1
        WHERE admitted_at >= {since:DateTime64(3)} AND terminal_kind = 'cache_hit' AND ${ours}) AS hits
    FROM (
      SELECT count() AS n, sum(c.nanos) AS nanos, countIf(c.priced > 0) AS priced, a.input_tokens AS tokens
      FROM (
        SELECT workspace_id, attempt_id, provider_id, provider_model, input_tokens, ${scope} FROM attempts_v1
        WHERE dispatched_at >= {since:DateTime64(3)} AND output_state = 'complete' AND ${ours}
      ) AS a LEFT JOIN (
        SELECT workspace_id, attempt_id, sum(nanos) AS nanos, sum(priced) AS priced FROM cost_effects_v1
        WHERE occurred_at >= {since:DateTime64(3)} AND ${ours} GROUP BY workspace_id, attempt_id
      ) AS c ON a.workspace_id = c.workspace_id AND a.attempt_id = c.attempt_id
      GROUP BY ${scope}, a.provider_id, a.provider_model, a.input_tokens
    )`;
}
