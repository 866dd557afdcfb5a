import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { JUDGE_SUBJECT } from './make-judged-facts.ts';

/** The measures of a validation. */
export interface ValidationStatistics {
  readonly rows: number;
  readonly kappa: number;
  readonly iaa: number;
}

/**
 * The hand-written statement with the same statistics for this judge: the newest verdict of each rater, kappa and
 * alpha.
 */
const BY_HAND = `
  WITH judged AS (
    SELECT workspace_id, logical_request_id, argMax(verdict, tuple(occurred_at, outcome_id)) = 'pass' AS judge
    FROM outcomes_v1
    WHERE evaluator_kind = 'judge' AND metric = '${JUDGE_SUBJECT.metric}' AND judge_id = '${JUDGE_SUBJECT.judge_id}'
      AND route_id = '${JUDGE_SUBJECT.segment}' AND judge_model = '${JUDGE_SUBJECT.model}'
    GROUP BY workspace_id, logical_request_id
  ), people AS (
    SELECT workspace_id, logical_request_id, countIf(vote = 'pass') AS passes, countIf(vote = 'fail') AS fails
    FROM (
      SELECT workspace_id, logical_request_id, annotator, argMax(verdict, tuple(occurred_at, outcome_id)) AS vote
      FROM outcomes_v1 WHERE evaluator_kind = 'human' AND metric = '${JUDGE_SUBJECT.metric}' AND evaluator_id = 'human.label'
      GROUP BY workspace_id, logical_request_id, annotator
    ) GROUP BY workspace_id, logical_request_id
  ), counted AS (
    SELECT countIf(judge AND passes > fails) AS both, countIf(judge AND passes < fails) AS judge_alone,
      countIf(NOT judge AND passes > fails) AS people_alone, countIf(NOT judge AND passes < fails) AS neither,
      sumIf(passes, passes + fails > 1) AS p, sumIf(fails, passes + fails > 1) AS f,
      sumIf(2 * passes * fails / (passes + fails - 1), passes + fails > 1) AS differing
    FROM people INNER JOIN judged USING (workspace_id, logical_request_id)
  )
  SELECT both + judge_alone + people_alone + neither AS n,
    ((both + judge_alone) * (both + people_alone) + (neither + judge_alone) * (neither + people_alone)) / n / n AS chance,
    toFloat64(n) AS rows, ((both + neither) / n - chance) / (1 - chance) AS kappa,
    1 - differing * (p + f - 1) / (2 * p * f) AS iaa
  FROM counted`;

export async function computeStatistics(client: AnalyticsClient): Promise<ValidationStatistics> {
  const [row] = await (await client.query({ query: BY_HAND, format: 'JSONEachRow' })).json<ValidationStatistics>();
  if (row === undefined) throw new Error('unreachable');
  return { rows: row.rows, kappa: row.kappa, iaa: row.iaa };
}
