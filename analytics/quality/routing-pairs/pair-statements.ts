import { goldLabelCondition, type GoldRule } from '../../judges/labelled-requests.ts';
import { PERSON_SQL } from '../../judges/person-sql.ts';

/**
 * The newest shadow calls of a rule, one for each repeated call. A shadow call begins when its call has ended, so it is
 * admitted up to a day after the window.
 */
const shadows = ({ counted }: Pick<GoldRule, 'counted'>): string => `
  SELECT shadow_of, logical_request_id AS shadow_id, assumeNotNull(shadow_input_tokens) AS tokens
  FROM request_admissions_v1
  WHERE workspace_id = {workspace:String} AND purpose = 'comparison'
    AND shadow_of != '' AND shadow_rule = {rule:String} AND shadow_input_tokens IS NOT NULL
    AND admitted_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
    AND admitted_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC') + INTERVAL 1 DAY
    AND arrival_seq <= {high:UInt64} AND ${counted}
  ORDER BY admitted_at DESC, shadow_id DESC LIMIT 1 BY shadow_of LIMIT {limit:UInt32}`;

/** The requests of both sides. */
const both = (rule: Pick<GoldRule, 'counted'>): string => `
  SELECT arrayJoin([shadow_of, shadow_id]) FROM (${shadows(rule)})`;

const ended = (ids: string): string => `
  SELECT logical_request_id, admitted_at, trace_id, final_model, status FROM request_terminals_v1
  WHERE workspace_id = {workspace:String} AND arrival_seq <= {high:UInt64} AND logical_request_id IN (${ids})
  ORDER BY arrival_seq DESC LIMIT 1 BY logical_request_id`;

/** The costs; empty texts are unknown ones. An effect that replaces another changes its counts. */
const costs = (ids: string): string => `
  SELECT logical_request_id, if(sum(priced) > 0 AND sum(pending) + sum(unpriced) = 0, toString(sum(nanos)), '') AS nanos
  FROM cost_effects_v1
  WHERE workspace_id = {workspace:String} AND arrival_seq <= {high:UInt64} AND logical_request_id IN (${ids})
  GROUP BY logical_request_id`;

const pairs = (rule: GoldRule): string => `
  SELECT s.shadow_of AS request_id, s.shadow_id AS shadow_id, toString(s.tokens) AS tokens,
    toString(toUnixTimestamp64Milli(o.admitted_at)) AS admitted_ms, o.trace_id AS trace_id,
    oc.nanos AS served_nanos, rc.nanos AS repeated_nanos
  FROM (${shadows(rule)}) AS s
  INNER JOIN (${ended(both(rule))}) AS o ON o.logical_request_id = s.shadow_of
  INNER JOIN (${ended(both(rule))}) AS r ON r.logical_request_id = s.shadow_id
  LEFT JOIN (${costs(both(rule))}) AS oc ON oc.logical_request_id = s.shadow_of
  LEFT JOIN (${costs(both(rule))}) AS rc ON rc.logical_request_id = s.shadow_id
  WHERE o.status = 'succeeded' AND r.status = 'succeeded'
    AND o.final_model = {served:String} AND r.final_model = {repeated:String}
    AND o.admitted_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
    AND o.admitted_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
  ORDER BY request_id`;

/** The newest verdict of each person. */
const votes = (rule: GoldRule): string => `
  SELECT logical_request_id, metric, ${PERSON_SQL} AS person,
    argMax(tuple(verdict, label_strategy), tuple(occurred_at, outcome_id)) AS newest
  FROM outcomes_v1
  WHERE workspace_id = {workspace:String} AND arrival_seq <= {high:UInt64} AND ${goldLabelCondition(rule)}
    AND logical_request_id IN (${both(rule)})
  GROUP BY logical_request_id, metric, person`;

/** The majorities of people. Labels of hard cases are no sample of the calls, so a request with one has none. */
const labels = (rule: GoldRule): string => `
  SELECT logical_request_id AS request_id, metric, if(passes > fails, 'pass', 'fail') AS verdict
  FROM (
    SELECT logical_request_id, metric, countIf(newest.1 = 'pass') AS passes, countIf(newest.1 = 'fail') AS fails,
      countIf(newest.1 != 'abstained' AND newest.2 = 'hard_cases') AS hard,
      countIf(newest.1 != 'abstained' AND newest.2 = 'random') AS drawn
    FROM (${votes(rule)}) GROUP BY logical_request_id, metric
  ) WHERE passes != fails AND (hard = 0 OR drawn > 0)
  ORDER BY request_id, metric`;

/** The newest verdict of each judge on each request, if it passes or fails the answer. */
const judged = (rule: GoldRule): string => `
  SELECT logical_request_id AS request_id, metric, route_id AS segment, judge_id, judge_model AS model,
    judge_prompt_sha AS prompt_sha, judge_eval_ver AS eval_ver, newest.1 AS verdict, newest.2 AS certainty
  FROM (
    SELECT logical_request_id, metric, route_id, judge_id, judge_model, judge_prompt_sha, judge_eval_ver,
      argMax(tuple(verdict, judge_certainty), tuple(verdict != 'no_verdict', occurred_at, outcome_id)) AS newest
    FROM outcomes_v1
    WHERE workspace_id = {workspace:String} AND arrival_seq <= {high:UInt64} AND ${rule.counted}
      AND evaluator_kind = 'judge' AND basis = 'measured' AND verdict != ''
      AND logical_request_id IN (${both(rule)})
    GROUP BY logical_request_id, metric, route_id, judge_id, judge_model, judge_prompt_sha, judge_eval_ver
  ) WHERE newest.1 IN ('pass', 'fail')
  ORDER BY request_id, metric, segment, judge_id, model, prompt_sha, eval_ver`;

/** The statements over the shadow calls of a rule. */
interface PairStatements {
  /** The number of shadow calls, up to one more than the limit of a fit. */
  readonly count: string;
  /** The pairs whose answers both succeeded, by request. */
  readonly pairs: string;
  readonly labels: string;
  readonly judged: string;
}

export function pairStatements(rule: GoldRule): PairStatements {
  return {
    count: `SELECT toFloat64(count()) AS found FROM (${shadows(rule)})`,
    pairs: pairs(rule),
    labels: labels(rule),
    judged: judged(rule),
  };
}
