import { APPENDED_ENDINGS, APPENDED_PURPOSE } from '../../../domain/quality/datasets/appended-requests.ts';
import { goldLabelCondition, type GoldRule } from '../../judges/labelled-requests.ts';
import { PERSON_SQL } from '../../judges/person-sql.ts';

/** The facts of the workspace with an admission in the window. */
const WINDOW = `workspace_id = {workspace:String}
  AND admitted_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
  AND admitted_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')`;

const ARRIVED = `arrival_seq <= {high:UInt64}`;

/** The newest verdict of each person, with the design of the label. */
const votes = (rule: GoldRule): string => `
  SELECT logical_request_id, metric, ${PERSON_SQL} AS person, any(admitted_at) AS admitted, any(route_id) AS route,
    any(trace_id) AS trace, count() AS said,
    argMax(tuple(verdict, label_strategy, label_probability), tuple(occurred_at, outcome_id)) AS newest
  FROM outcomes_v1 WHERE ${WINDOW} AND ${ARRIVED} AND ${goldLabelCondition(rule)}
  GROUP BY logical_request_id, metric, person`;

/**
 * The labelled requests, once for each metric. A row that a random draw labelled stays a member of the draw, although
 * another strategy may offer it later. A hard case stays one, so that it never counts as a label without a design.
 */
const labelled = (rule: GoldRule): string => `
  SELECT logical_request_id, metric, any(admitted) AS admitted, any(route) AS segment, any(trace) AS trace,
    countIf(newest.1 = 'pass') AS passes, countIf(newest.1 = 'fail') AS fails, sum(said) - count() AS replaced,
    countIf(newest.1 != 'abstained' AND newest.2 = 'random') AS drawn,
    countIf(newest.1 != 'abstained' AND newest.2 = 'hard_cases') AS hard,
    countIf(newest.1 != 'abstained' AND newest.2 = 'starved_segments') AS starved,
    maxIf(newest.3, newest.1 != 'abstained' AND newest.2 = 'random') AS drawn_with
  FROM (${votes(rule)}) GROUP BY logical_request_id, metric`;

/** The requests of the labels: the model that answered, and whether a build of a dataset appended them. */
const requests = (rule: GoldRule): string => `
  SELECT logical_request_id, any(final_model) AS judged_model,
    max(purpose = '${APPENDED_PURPOSE}' AND terminal_kind IN ('${Object.values(APPENDED_ENDINGS).join(`', '`)}')) AS is_appended
  FROM request_terminals_v1 WHERE ${WINDOW}
    AND logical_request_id IN (SELECT logical_request_id FROM outcomes_v1 WHERE ${WINDOW} AND ${ARRIVED} AND ${goldLabelCondition(rule)})
  GROUP BY logical_request_id`;

/** The newest verdict of each judge on each labelled request, or no verdict if it never gave one. */
const verdicts = (rule: GoldRule): string => `
  SELECT logical_request_id, metric, route_id AS segment, judge_id, judge_model, judge_prompt_sha, judge_eval_ver,
    argMax(tuple(verdict, judge_certainty), tuple(verdict != 'no_verdict', occurred_at, outcome_id)) AS heard
  FROM outcomes_v1 WHERE ${WINDOW} AND ${ARRIVED} AND ${rule.counted}
    AND evaluator_kind = 'judge' AND basis = 'measured' AND verdict != ''
    AND logical_request_id IN (SELECT logical_request_id FROM outcomes_v1 WHERE ${WINDOW} AND ${ARRIVED} AND ${goldLabelCondition(rule)})
  GROUP BY logical_request_id, metric, segment, judge_id, judge_model, judge_prompt_sha, judge_eval_ver`;

const census = (rule: GoldRule): string => `
  SELECT toFloat64(countIf(passes != fails AND NOT is_appended)) AS labelled,
    toFloat64(countIf(passes = fails AND passes > 0 AND NOT is_appended)) AS ties,
    toFloat64(countIf(passes + fails = 0 AND NOT is_appended)) AS uncertain,
    toFloat64(sumIf(replaced, NOT is_appended)) AS duplicates,
    toFloat64(countIf(passes != fails AND is_appended)) AS not_fit_eligible
  FROM (${labelled(rule)}) AS l LEFT JOIN (${requests(rule)}) AS r USING (logical_request_id)`;

const rows = (rule: GoldRule): string => `
  SELECT l.logical_request_id AS request_id, toString(toUnixTimestamp64Milli(l.admitted)) AS admitted_ms,
    l.trace AS trace_id, l.metric AS metric, l.segment AS segment,
    j.judge_id AS judge_id, j.judge_model AS judge_model, j.judge_prompt_sha AS judge_prompt_sha,
    j.judge_eval_ver AS judge_eval_ver, r.judged_model AS judged_model, j.heard.2 AS certainty, j.heard.1 AS word,
    toUInt8(l.passes > l.fails) AS is_pass,
    multiIf(l.drawn > 0, 'random', l.hard > 0, 'hard_cases', l.starved > 0, 'starved_segments', '') AS strategy,
    l.drawn_with AS probability
  FROM (${labelled(rule)}) AS l
  LEFT JOIN (${requests(rule)}) AS r ON l.logical_request_id = r.logical_request_id
  LEFT JOIN (${verdicts(rule)}) AS j
    ON l.logical_request_id = j.logical_request_id AND l.metric = j.metric AND l.segment = j.segment
  WHERE l.passes != l.fails AND NOT r.is_appended
  ORDER BY l.admitted DESC, request_id DESC, metric, judge_id, judge_model, judge_prompt_sha, judge_eval_ver
  LIMIT {limit:UInt32}`;

const workspaces = (rule: GoldRule): string => `
  SELECT DISTINCT workspace_id FROM outcomes_v1 WHERE ${goldLabelCondition(rule)} AND verdict IN ('pass', 'fail')
  ORDER BY workspace_id LIMIT 10000`;

/** The statements over the labels that a rule counts. */
interface LabelledStatements {
  readonly census: string;
  /** The newest labelled requests come first, each once for each metric and judge. */
  readonly rows: string;
  readonly workspaces: string;
}

export function labelledStatements(rule: GoldRule): LabelledStatements {
  return { census: census(rule), rows: rows(rule), workspaces: workspaces(rule) };
}
