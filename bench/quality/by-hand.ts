import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { QUALITY_WORKSPACE } from './make-quality-facts.ts';

/** The counts of a segment that both ways must agree on. */
export interface SegmentCounts {
  readonly segment: string;
  readonly answered: number;
  readonly judged: number;
  readonly licensed: number;
}

/** The counts of a judge on a segment. */
export interface VerdictCounts {
  readonly segment: string;
  readonly passed: number;
  readonly failed: number;
  readonly abstained: number;
}

const WINDOW = `workspace_id = '${QUALITY_WORKSPACE}' AND purpose = 'application'
  AND admitted_at >= {from:DateTime64(3, 'UTC')} AND admitted_at < {until:DateTime64(3, 'UTC')}`;

// The groups follow the order of the table. Otherwise, those of ten million requests would not fit into memory.
const NEWEST = `
  SELECT metric, route_id AS segment, logical_request_id, argMax(verdict, tuple(occurred_at, outcome_id)) AS word,
    argMax(judge_certainty, tuple(occurred_at, outcome_id)) AS certainty
  FROM outcomes_v1 WHERE evaluator_kind = 'judge' AND basis = 'measured' AND ${WINDOW}
  GROUP BY evaluator_kind, metric, judge_id, route_id, organization_id, workspace_id, logical_request_id`;

/** The coverage in one statement, for one threshold of all segments. */
const COVERAGE = `
  SELECT segment, toUInt32(max(answered)) AS answered, toUInt32(max(judged)) AS judged, toUInt32(max(licensed)) AS licensed
  FROM (
    SELECT route_id AS segment, count() AS answered, 0 AS judged, 0 AS licensed FROM request_terminals_v1
    WHERE status = 'succeeded' AND ${WINDOW} GROUP BY segment
    UNION ALL
    SELECT segment, 0 AS answered, count() AS judged,
      countIf(word IN ('pass', 'fail') AND certainty >= {threshold:Float64}) AS licensed
    FROM (${NEWEST}) WHERE logical_request_id NOT IN (
      SELECT logical_request_id FROM request_terminals_v1 WHERE status != 'succeeded' AND ${WINDOW})
    GROUP BY segment
  ) GROUP BY segment ORDER BY segment SETTINGS optimize_aggregation_in_order = 1`;

const SUMMARY = `
  SELECT segment, toUInt32(countIf(word = 'pass')) AS passed, toUInt32(countIf(word = 'fail')) AS failed,
    toUInt32(countIf(word = 'abstained')) AS abstained
  FROM (${NEWEST}) GROUP BY segment ORDER BY segment SETTINGS optimize_aggregation_in_order = 1`;

/** The window of both ways. */
export interface BenchWindow {
  readonly from: Date;
  readonly until: Date;
}

export async function coverageByHand(
  client: AnalyticsClient,
  window: BenchWindow,
  threshold: number,
): Promise<SegmentCounts[]> {
  const query_params = { ...window, threshold };
  return await (await client.query({ query: COVERAGE, query_params, format: 'JSONEachRow' })).json<SegmentCounts>();
}

export async function summaryByHand(client: AnalyticsClient, window: BenchWindow): Promise<VerdictCounts[]> {
  const query_params = { ...window };
  return await (await client.query({ query: SUMMARY, query_params, format: 'JSONEachRow' })).json<VerdictCounts>();
}
