import { restoreRecords } from '../../../contracts/judges/restore-records.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import type { CellResult } from '../../../domain/quality/experiments/cell-result.ts';
import { concludeRun } from '../../../domain/quality/experiments/conclude-run.ts';
import type { EvalRefusal } from '../../../domain/quality/experiments/eval-refusal.ts';
import type { JudgeStanding, RunFacts } from '../../../domain/quality/experiments/run-facts.ts';
import type { ExperimentEnd } from '../../../domain/quality/experiment-runs/experiment-work.ts';
import type { ExperimentRunEnd } from '../../../store/quality/experiments/experiment-run-endings.ts';
import type { ExperimentRunBrief } from '../../../store/quality/experiments/experiment-run-transitions.ts';
import { withHeartbeat } from '../../with-heartbeat.ts';
import type { ExperimentRunPorts } from './experiment-run-ports.ts';
import { findRunBrief } from './find-run-brief.ts';

/**
 * Ends a run whose cells have all ended, and returns the word of its verdict. Refuses a run that scored nothing because
 * nothing was captured. Leaves a run unchanged that is being cancelled.
 */
export function createEndExperimentRun(
  ports: ExperimentRunPorts,
): (input: { runId: string }) => Promise<ExperimentEnd> {
  const { runs, faultPoints } = ports;
  return ({ runId }) =>
    withHeartbeat(async () => {
      const brief = await findRunBrief(ports, runId);
      const standing = await runs.standing(runId);
      // A retry finds the end that a lost attempt wrote.
      if (standing.state !== 'running') return { ...standing, verdict: brief.verdict };
      faultPoints.reach('experiment.before_end');
      const end = await endOf(ports, brief, await runs.results(runId));
      const status = await runs.end(runId, end);
      faultPoints.reach('experiment.after_end');
      return { ...status, verdict: status.state === 'complete' ? (end.result?.comparison.verdict ?? '') : '' };
    });
}

async function endOf(
  ports: ExperimentRunPorts,
  brief: ExperimentRunBrief,
  cells: readonly CellResult[],
): Promise<ExperimentRunEnd> {
  const { declaration } = brief;
  const facts = await factsOf(ports, brief, cells);
  const result = concludeRun({ declaration, facts, cells });
  const { refusal } = result.comparison;
  return { refusal: refusal?.code === 'uncaptured' ? refusal : null, facts, result };
}

async function factsOf(
  { runs, registry }: ExperimentRunPorts,
  brief: ExperimentRunBrief,
  cells: readonly CellResult[],
): Promise<RunFacts> {
  const { runId, pinnedDigest, scoredDigest, items, excludedItems } = brief;
  return {
    pinned_digest: pinnedDigest,
    scored_digest: scoredDigest ?? '',
    items: items ?? 0,
    excluded_items: excludedItems ?? 0,
    judges: await standingsOf(registry, brief, cells),
    evaluation_costs: await runs.evaluationCosts(runId),
  };
}

/** The judges of the cells, in the order of their ids. A cell without a judge has an evaluator that is trusted. */
async function standingsOf(
  registry: ExperimentRunPorts['registry'],
  { judges }: ExperimentRunBrief,
  cells: readonly CellResult[],
): Promise<JudgeStanding[]> {
  const kept = restoreRecords(await registry.standing()).bySubject;
  const models = new Map<string, string>();
  // A subject id is a hash, and a run has thousands of cells in few segments.
  const segments = new Set(cells.map(({ segment }) => segment));
  for (const judge of judges ?? [])
    for (const segment of segments)
      models.set(subjectIdOf({ ...judge, judge_id: judge.evaluator, segment }), judge.model);
  const subjects = [...new Set(cells.map(({ judgeSubject }) => judgeSubject))].filter((subject) => subject !== '');
  return subjects.sort().map((subject) => {
    const record = kept.get(subject);
    return {
      judge_subject: subject,
      judge_model: record?.subject.model ?? models.get(subject) ?? '',
      is_trusted: record?.promoted ?? false,
    };
  });
}

const ABANDONED: EvalRefusal = {
  code: 'abandoned',
  need: 1,
  have: 0,
  text: 'The run was cancelled before all of its cells had ended. Run the experiment again.',
};

/** Ends a running run as refused. Calls that are still reserved then belong to a dead worker. */
export function createAbandonExperimentRun({
  runs,
  calls,
}: ExperimentRunPorts): (input: { runId: string }) => Promise<ExperimentEnd> {
  return async ({ runId }) => {
    for (const callKey of await calls.reserved(runId)) await calls.settleLost(callKey);
    return { ...(await runs.abandon(runId, ABANDONED)), verdict: '' };
  };
}
