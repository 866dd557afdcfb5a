import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import type { LabelledRow, LabelStrategy } from '../../../domain/quality/labelled-row.ts';

/** A labelled request with the newest verdict of one judge, as the statement returns it. */
export interface LabelledFactRow {
  readonly request_id: string;
  readonly admitted_ms: string;
  readonly trace_id: string;
  readonly metric: string;
  readonly segment: string;
  /** The coordinates of the judge; empty if no judge was asked. */
  readonly judge_id: string;
  readonly judge_model: string;
  readonly judge_prompt_sha: string;
  readonly judge_eval_ver: string;
  readonly judged_model: string;
  readonly certainty: number | null;
  readonly word: LabelledRow['judge'];
  /** 1 if most people passed the answer. */
  readonly is_pass: number;
  /** The strategy of the labels; empty if none states one. */
  readonly strategy: string;
  readonly probability: number | null;
}

export function toLabelledRow(row: LabelledFactRow): LabelledRow {
  const strategy = (row.strategy === '' ? 'unstated' : row.strategy) as LabelStrategy;
  return {
    requestId: row.request_id,
    admittedAtMs: Number(row.admitted_ms),
    traceId: row.trace_id,
    metric: row.metric,
    segment: row.segment,
    judgeSubject: row.judge_id === '' ? '' : subjectOf(row),
    judgeModel: row.judge_model,
    judgedModel: row.judged_model,
    confidence: row.certainty,
    judge: row.word,
    human: row.is_pass === 1 ? 'pass' : 'fail',
    strategy,
    probability: strategy === 'random' ? row.probability : null,
  };
}

function subjectOf(row: LabelledFactRow): string {
  const { judge_id, judge_model: model, judge_prompt_sha: prompt_sha, judge_eval_ver: eval_ver, metric, segment } = row;
  return subjectIdOf({ judge_id, model, prompt_sha, eval_ver, metric, segment });
}
