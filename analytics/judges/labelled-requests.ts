import type { GoldSource } from '../../domain/judges/configuration/evals-block.ts';

/** Whose labels each source is. Feedback is a user's word, and is never measured. */
const GOLD: Readonly<Record<GoldSource, string>> = {
  outcomes: `('human.label', 'measured')`,
  feedback: `('human.feedback', 'reported')`,
};

/** What one judge measured. */
export const OF_SUBJECT = `evaluator_kind = 'judge' AND metric = {metric:String} AND judge_id = {judge_id:String}
  AND route_id = {segment:String} AND judge_model = {model:String} AND judge_prompt_sha = {prompt_sha:String}
  AND judge_eval_ver = {eval_ver:String} AND basis = 'measured'`;

/** The newest word of a judge on each request; one that abstained in the end has said nothing. */
export const JUDGED = `SELECT workspace_id, logical_request_id,
    argMax(tuple(verdict, judge_certainty, outcome_id), tuple(occurred_at, outcome_id)) AS said,
    any(admitted_at) AS admitted
  FROM outcomes_v1 WHERE ${OF_SUBJECT} AND verdict != ''
  GROUP BY workspace_id, logical_request_id HAVING said.1 != 'abstained'`;

/** Labels that count, of any metric. */
export const isGold = (sources: readonly GoldSource[]): string => `evaluator_kind = 'human' AND verdict != ''
    AND (evaluator_id, basis) IN (${sources.map((source) => GOLD[source]).join(', ')})`;

/** The newest word of each person on each request, and who abstained in the end left out. */
export const votes = (sources: readonly GoldSource[]): string => `SELECT workspace_id, logical_request_id, annotator,
    argMax(verdict, tuple(occurred_at, outcome_id)) AS vote
  FROM outcomes_v1 WHERE metric = {metric:String} AND ${isGold(sources)}
  GROUP BY workspace_id, logical_request_id, annotator HAVING vote != 'abstained'`;
