import { EVALUATOR_VERSION, promptShaOf } from '../../../contracts/judges/methods/judge-prompts.ts';
import type { ExperimentDeclaration } from '../../../domain/quality/experiments/declaration.ts';
import type { EvalRefusal } from '../../../domain/quality/experiments/eval-refusal.ts';
import type {
  ExperimentStatus,
  ExperimentWork,
  PinnedJudge,
} from '../../../domain/quality/experiment-runs/experiment-work.ts';
import type { ExperimentItem } from '../../../store/quality/experiments/begin-experiment-cells.ts';
import type { ExperimentRunBrief } from '../../../store/quality/experiments/experiment-run-transitions.ts';
import { withHeartbeat } from '../../with-heartbeat.ts';
import type { ExperimentRunPorts } from './experiment-run-ports.ts';
import { findRunBrief } from './find-run-brief.ts';
import { prepareExperimentCells } from './prepare-experiment-cells.ts';

/**
 * Begins a run, or continues it: writes its cells and pins its judges the first time, prepares the next page of cells,
 * and returns the answers that the arms still have to give.
 */
export function createBeginExperimentRun(
  ports: ExperimentRunPorts,
): (input: { runId: string }) => Promise<ExperimentWork> {
  return ({ runId }) => withHeartbeat(() => begin(ports, runId));
}

async function begin(ports: ExperimentRunPorts, runId: string): Promise<ExperimentWork> {
  const { runs, faultPoints } = ports;
  let brief = await findRunBrief(ports, runId);
  const before = await runs.standing(runId);
  if (!isGoing(before)) return withoutCalls(before);
  if (brief.judges === null) {
    const refusal = await beginFirst(ports, brief);
    faultPoints.reach('experiment.after_begin');
    if (refusal !== undefined) return withoutCalls(await runs.end(runId, { refusal, facts: null, result: null }));
    // Another worker may have begun the run first, with other judges.
    brief = await findRunBrief(ports, runId);
  }
  await prepareExperimentCells(ports, brief);
  faultPoints.reach('experiment.after_prepare');
  const { declaration } = brief;
  const calls = (await runs.open(runId))
    .filter(({ state }) => state === 'intended')
    .map(({ position, arm }) => ({ position, arm, seat: 0, connectionId: connectionOf(declaration, arm) }));
  return { ...(await runs.standing(runId)), calls, hasMore: (await runs.planned(runId, 1)).length > 0 };
}

function isGoing({ state, isStopping }: ExperimentStatus): boolean {
  return state === 'running' && !isStopping;
}

function withoutCalls(status: ExperimentStatus): ExperimentWork {
  return { ...status, calls: [], hasMore: false };
}

function connectionOf({ arms }: ExperimentDeclaration, name: string): string {
  return arms.find((arm) => arm.name === name)?.connection_id ?? '';
}

/** Writes the cells of the pinned dataset version. Returns the refusal of a run that has nothing to score. */
async function beginFirst(
  { runs, findSnapshot, evaluators }: ExperimentRunPorts,
  { runId, workspaceId, declaration }: ExperimentRunBrief,
): Promise<EvalRefusal | undefined> {
  const { dataset_id: datasetId, dataset_version: version, segment, arms } = declaration;
  const snapshot = await findSnapshot({ workspaceId, datasetId, version });
  const items = (snapshot?.items ?? []).flatMap((item, position): ExperimentItem[] => {
    if (segment !== null && item.segment !== segment) return [];
    const { requestId, exclusion } = item;
    return [{ position, requestId, segment: item.segment, isExcluded: exclusion !== 'none' }];
  });
  if (snapshot === undefined || items.every(({ isExcluded }) => isExcluded)) {
    const text =
      'The pinned dataset version has no item that can be scored. Build a dataset of requests that are still stored.';
    return { code: 'no_items', need: 1, have: 0, text };
  }
  const judges = arms.flatMap(({ name, evaluator }): PinnedJudge[] => {
    const judge = evaluators.find(({ evaluatorId }) => evaluatorId === evaluator);
    if (judge === undefined) return [];
    const { metric, method, model, seats } = judge;
    const pinned = { arm: name, evaluator, method, metric, model, seats: seats.length };
    return [{ ...pinned, prompt_sha: promptShaOf(judge), eval_ver: EVALUATOR_VERSION }];
  });
  await runs.begin(runId, { scoredDigest: snapshot.digest, arms: arms.map(({ name }) => name), items, judges });
  return undefined;
}
