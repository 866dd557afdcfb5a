import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import type { GoldSource } from '../../../domain/judges/configuration/evals-block.ts';
import type { CallPrices } from '../../../domain/models/call-prices.ts';
import { sweepUnit, type SweptRow, type SweptUnit } from '../../../domain/quality/calibration/sweep-unit.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { createGoldRule, goldLabelCondition, type GoldRule } from '../../judges/labelled-requests.ts';
import { queryRows } from '../../statements/query-rows.ts';
import { READ_BUDGET } from '../../statements/read-budget.ts';
import { labelledStatements } from '../labelled-rows/labelled-statements.ts';
import { calibrationWindowParameters, type CalibrationBounds } from './calibration-window-parameters.ts';

/**
 * The labelled rows of an artifact's window at each threshold, with the cost of their calls at the prices of an
 * instant.
 *
 * @throws Refusal `dependency_unavailable` if ClickHouse does not answer, `budget_exceeded` if the sweep reads or
 *   returns too much
 */
export type SweepThresholds = (bounds: CalibrationBounds, pricedAt: Date) => Promise<SweptUnit[]>;

/** The maximum number of rows of a sweep, because they hold their calls in memory. */
const MAX_SWEPT_ROWS = 200_000;

/** The budget of one sweep. */
const BUDGET = {
  ...READ_BUDGET,
  max_result_rows: String(MAX_SWEPT_ROWS),
  result_overflow_mode: 'throw',
} as const;

/** The milliseconds after its admission within which the calls of a request are dispatched. */
const CALLS_WITHIN_MS = 86_400_000;

/** A call: provider, model, and tokens of input, output, cache reads and cache writes. */
type CallRow = readonly [string, string, Tokens, Tokens, Tokens, Tokens];
type Tokens = string | number | null;

interface Row {
  readonly metric: string;
  readonly segment: string;
  readonly judge_id: string;
  readonly model: string;
  readonly prompt_sha: string;
  readonly eval_ver: string;
  readonly score: number;
  readonly agreed: boolean | number;
  readonly calls: readonly CallRow[];
}

export function createThresholdSweepReader(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  findExclusions: FindExclusions,
  goldSources: readonly GoldSource[],
  prices: CallPrices,
): SweepThresholds {
  const ruleFor = createGoldRule(findExclusions);
  return async (bounds, pricedAt) => {
    const window = calibrationWindowParameters(bounds);
    const rows = await queryRows<Row>(clickhouse, {
      query: statementFor(await ruleFor(goldSources, bounds.workspace_id)),
      query_params: { ...window, calls_until: window.until + CALLS_WITHIN_MS, limit: MAX_SWEPT_ROWS + 1 },
      clickhouse_settings: BUDGET,
    });
    const priceOf = createPriceMemory(prices, pricedAt);
    const units = new Map<string, { readonly first: Row; readonly rows: SweptRow[] }>();
    for (const row of rows) {
      const key = JSON.stringify([row.metric, row.segment, subjectOf(row)]);
      const unit = units.get(key) ?? { first: row, rows: [] };
      units.set(key, unit);
      unit.rows.push({ score: row.score, agreed: Boolean(row.agreed), calls: row.calls.map(priceOf) });
    }
    return [...units]
      .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
      .map(([, { first, rows: own }]) => {
        return sweepUnit({ metric: first.metric, segment: first.segment, judgeSubject: subjectOf(first) }, own);
      });
  };
}

function subjectOf({ judge_id, model, prompt_sha, eval_ver, metric, segment }: Row): string {
  return subjectIdOf({ judge_id, model, prompt_sha, eval_ver, metric, segment });
}

/** The prices of calls in nano-USD; null for an unpriced call. Equal calls are priced once. */
function createPriceMemory(prices: CallPrices, at: Date): (call: CallRow) => bigint | null {
  const known = new Map<string, bigint | null>();
  return (call) => {
    const key = JSON.stringify(call);
    const price = known.get(key);
    if (price !== undefined) return price;
    const [provider, model, input, output, cacheRead, cacheWrite] = call;
    const tokens =
      input === null || output === null
        ? undefined
        : {
            input: Number(input),
            output: Number(output),
            ...(cacheRead !== null && { cacheRead: Number(cacheRead) }),
            ...(cacheWrite !== null && { cacheWrite: Number(cacheWrite) }),
          };
    const found = prices.priceOf({ provider, model, tokens, at });
    const nanos = found.state === 'priced' ? BigInt(found.nanos) : null;
    known.set(key, nanos);
    return nanos;
  };
}

/** The decided and labelled rows with a certainty, each with the calls that answered it. */
const statementFor = (rule: GoldRule): string => `
  SELECT l.metric AS metric, l.segment AS segment, l.judge_id AS judge_id, l.judge_model AS model,
    l.judge_prompt_sha AS prompt_sha, l.judge_eval_ver AS eval_ver, assumeNotNull(l.certainty) AS score,
    (l.word = 'pass') = (l.is_pass = 1) AS agreed, c.calls AS calls
  FROM (${labelledStatements(rule).rows}) AS l LEFT JOIN (
    SELECT logical_request_id,
      groupArray(tuple(provider_id, provider_model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens)) AS calls
    FROM attempts_v1
    WHERE workspace_id = {workspace:String} AND purpose = 'application'
      AND dispatched_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
      AND dispatched_at < fromUnixTimestamp64Milli({calls_until:Int64}, 'UTC')
      AND logical_request_id IN (
        SELECT logical_request_id FROM outcomes_v1
        WHERE workspace_id = {workspace:String} AND ${goldLabelCondition(rule)}
          AND admitted_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
          AND admitted_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC'))
    GROUP BY logical_request_id
  ) AS c ON l.request_id = c.logical_request_id
  WHERE l.word IN ('pass', 'fail') AND isNotNull(l.certainty)`;
