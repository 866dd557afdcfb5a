import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import type { EvaluatorKind, OutcomeBasis } from '../../../domain/judges/outcome.ts';
import { DEMO_REQUEST_PREFIX } from '../../../domain/quality/demo-request-prefix.ts';
import type { RowProvenance } from '../../../domain/quality/join-provenance.ts';
import { budgetExceeded } from '../../statements/budget-exceeded.ts';
import type { RunQuestionQuery } from '../../statements/bound-query.ts';
import { EVALUATOR_KEY } from './evaluator-key.ts';
import type { WindowConditions } from './window-conditions.ts';

/** An evaluator with outcomes in a window, on one metric and segment. */
export interface FoundEvaluator {
  /** The hash by which statements group, in digits. */
  readonly key: string;
  readonly kind: EvaluatorKind;
  readonly evaluatorId: string;
  readonly basis: OutcomeBasis;
  readonly metric: string;
  readonly segment: string;
  /** The id of a judge's coordinates; empty for other evaluators. */
  readonly judgeSubject: string;
  readonly provenance: RowProvenance;
}

interface EvaluatorRow {
  readonly key: string;
  readonly kind: EvaluatorKind;
  readonly evaluator_id: string;
  readonly basis: OutcomeBasis;
  readonly metric: string;
  readonly segment: string;
  readonly judge_id: string;
  readonly model: string;
  readonly prompt_sha: string;
  readonly eval_ver: string;
  readonly demo: number;
  readonly high_water: string;
}

/**
 * The maximum number of evaluators of one question. No deployment runs so many versions of judges on so many routes.
 */
const MAX_EVALUATORS = 20_000;

/** The measured outcomes of judges. */
export const MEASURED_JUDGES = `evaluator_kind = 'judge' AND basis = 'measured' AND verdict != ''`;

/**
 * The evaluators with outcomes that meet a condition.
 *
 * @throws Refusal as `ask` does, or `budget_exceeded` if there are too many
 */
export async function findEvaluators(
  ask: RunQuestionQuery,
  tag: string,
  condition: string,
  { params }: Pick<WindowConditions, 'params'>,
): Promise<FoundEvaluator[]> {
  const rows = await ask<EvaluatorRow>({
    tag,
    sql: `SELECT toString(${EVALUATOR_KEY}) AS key, evaluator_kind AS kind, evaluator_id, basis, metric,
        route_id AS segment, judge_id, judge_model AS model, judge_prompt_sha AS prompt_sha, judge_eval_ver AS eval_ver,
        toUInt32(countIf(startsWith(logical_request_id, '${DEMO_REQUEST_PREFIX}'))) AS demo,
        toString(max(arrival_seq)) AS high_water
      FROM outcomes_v1 WHERE ${condition}
      GROUP BY kind, evaluator_id, basis, metric, segment, judge_id, model, prompt_sha, eval_ver
      LIMIT ${MAX_EVALUATORS + 1}`,
    params,
  });
  if (rows.length > MAX_EVALUATORS) throw budgetExceeded();
  return rows.map((row) => ({
    ...{ key: row.key, kind: row.kind, evaluatorId: row.evaluator_id, basis: row.basis },
    ...{ metric: row.metric, segment: row.segment, judgeSubject: row.kind === 'judge' ? subjectIdOf(row) : '' },
    provenance: { highWater: row.high_water, demoRows: row.demo, estimatedRows: 0 },
  }));
}
