import type { GoldSource } from '../../domain/judges/configuration/evals-block.ts';
import type { FindExclusions } from '../../store/insight/exclusion-finder.ts';
import { countedCondition } from './counted-condition.ts';
import { PERSON_SQL } from './person-sql.ts';

/** The rule for labels that count: those of some sources, on requests that meet a condition. */
export interface GoldRule {
  readonly sources: readonly GoldSource[];
  readonly counted: string;
}

/** Creates the rule for the labels of a workspace, or of all, with the exclusions of insight reads at that time. */
type MakeGoldRule = (sources: readonly GoldSource[], workspaceId?: string) => Promise<GoldRule>;

export function createGoldRule(findExclusions: FindExclusions): MakeGoldRule {
  return async (sources, workspaceId) => ({ sources, counted: countedCondition(await findExclusions(workspaceId)) });
}

/** The labels of each source. Feedback is a user's opinion, so it is reported and never measured. */
const GOLD: Readonly<Record<GoldSource, string>> = {
  outcomes: `('human.label', 'measured')`,
  feedback: `('human.feedback', 'reported')`,
};

/** The measured outcomes of one judge. */
export const SUBJECT_CONDITION = `evaluator_kind = 'judge' AND metric = {metric:String} AND judge_id = {judge_id:String}
  AND route_id = {segment:String} AND judge_model = {model:String} AND judge_prompt_sha = {prompt_sha:String}
  AND judge_eval_ver = {eval_ver:String} AND basis = 'measured'`;

/**
 * The newest verdict of a judge on each request on which it was queried, or no verdict if it never gave one. `newest`
 * holds the verdict, its certainty, the outcome, and whether a panel was split.
 */
export const judgeVerdicts = ({
  counted,
}: Pick<GoldRule, 'counted'>): string => `SELECT workspace_id, logical_request_id,
    argMax(tuple(verdict, judge_certainty, outcome_id, panel_split), tuple(verdict != 'no_verdict', occurred_at, outcome_id)) AS newest,
    any(admitted_at) AS admitted
  FROM outcomes_v1 WHERE ${SUBJECT_CONDITION} AND verdict != '' AND ${counted}
  GROUP BY workspace_id, logical_request_id`;

/** The same for requests that the judge passes or fails. */
export const decidedVerdicts = (rule: Pick<GoldRule, 'counted'>): string =>
  `${judgeVerdicts(rule)} HAVING newest.1 IN ('pass', 'fail')`;

/** Labels that count, of any metric. */
export const goldLabelCondition = ({
  sources,
  counted,
}: GoldRule): string => `evaluator_kind = 'human' AND verdict != ''
    AND (evaluator_id, basis) IN (${sources.map((source) => GOLD[source]).join(', ')}) AND ${counted}`;

/** The newest verdict of each person on each request of a segment. */
export const personVerdicts = (
  rule: GoldRule,
): string => `SELECT workspace_id, logical_request_id, ${PERSON_SQL} AS person,
    argMax(verdict, tuple(occurred_at, outcome_id)) AS vote
  FROM outcomes_v1 WHERE metric = {metric:String} AND route_id = {segment:String} AND ${goldLabelCondition(rule)}
  GROUP BY workspace_id, logical_request_id, person`;

/** The same without people whose newest verdict is an abstention. */
export const personVotes = (rule: GoldRule): string => `${personVerdicts(rule)} HAVING vote != 'abstained'`;
