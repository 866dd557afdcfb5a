import type { EvaluationOutcome } from '../../contracts/ingest/events/evaluation-outcome.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import { subjectIdOf } from '../../contracts/judges/subject-id-of.ts';
import type { LabelledRow } from '../../domain/quality/labelled-row.ts';

/** Events in which each person and each judge gives at most one outcome for a request and metric. */
interface JudgedEvents {
  readonly terminals: readonly RequestTerminal[];
  readonly labels: readonly EvaluationOutcome[];
  readonly verdicts: readonly EvaluationOutcome[];
}

/** The labelled rows that a fit reads of some events, and the number of requests without a majority of people. */
export function labelledRowsOf({ terminals, labels, verdicts }: JudgedEvents): {
  readonly rows: readonly LabelledRow[];
  readonly ties: number;
} {
  const models = new Map(terminals.map((one) => [one.logical_request_id, one.final_model ?? '']));
  const judged = new Map(verdicts.map((verdict) => [keyOf(verdict), verdict]));
  const groups = new Map<string, EvaluationOutcome[]>();
  for (const label of labels) groups.set(keyOf(label), [...(groups.get(keyOf(label)) ?? []), label]);
  const rows = [...groups].flatMap(([key, group]): LabelledRow[] => {
    const [label] = group;
    const passes = group.filter(({ verdict }) => verdict === 'pass').length;
    if (label === undefined || 2 * passes === group.length) return [];
    const judgedModel = models.get(label.logical_request_id) ?? '';
    const human = 2 * passes > group.length ? 'pass' : 'fail';
    return [{ ...requestOf(label), judgedModel, human, ...judgeOf(judged.get(key)) }];
  });
  return { rows, ties: groups.size - rows.length };
}

type LabelMembers = 'requestId' | 'admittedAtMs' | 'traceId' | 'metric' | 'segment' | 'strategy' | 'probability';

/** The members of a row that any label of its request and metric gives. */
function requestOf(label: EvaluationOutcome): Pick<LabelledRow, LabelMembers> {
  return {
    requestId: label.logical_request_id,
    admittedAtMs: Date.parse(label.admitted_at),
    traceId: label.trace_id ?? '',
    metric: label.metric,
    segment: label.route_id ?? '',
    strategy: label.label_strategy ?? 'unstated',
    probability: label.label_probability ?? null,
  };
}

function judgeOf(
  verdict: EvaluationOutcome | undefined,
): Pick<LabelledRow, 'judgeSubject' | 'judgeModel' | 'confidence' | 'judge'> {
  if (verdict === undefined) return { judgeSubject: '', judgeModel: '', confidence: null, judge: '' };
  return {
    judgeSubject: subjectOf(verdict),
    judgeModel: verdict.judge_model ?? '',
    confidence: verdict.judge_certainty ?? null,
    judge: verdict.verdict ?? '',
  };
}

function keyOf({ logical_request_id: requestId, metric }: EvaluationOutcome): string {
  return `${requestId} ${metric}`;
}

function subjectOf({ metric, route_id: segment = '', ...outcome }: EvaluationOutcome): string {
  const {
    judge_id = '',
    judge_model: model = '',
    judge_prompt_sha: prompt_sha = '',
    judge_eval_ver: eval_ver = '',
  } = outcome;
  return subjectIdOf({ judge_id, model, prompt_sha, eval_ver, metric, segment });
}
