import { EXPERIMENT_OPERATIONS } from '../../../contracts/quality/experiment-operations.ts';
import { ExperimentRunRequestSchema } from '../../../contracts/quality/experiments/experiment-queries.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { DATASET_DELETED } from '../../../domain/quality/experiment-setup/dataset-deleted.ts';
import { findStartRefusal } from '../../../domain/quality/experiment-setup/find-start-refusal.ts';
import type { EvalRefusal } from '../../../domain/quality/experiments/eval-refusal.ts';
import type { StoredExperiment } from '../../../store/quality/experiments/experiment-store.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { announceCreation } from '../lane/announce-creation.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { ExperimentSources } from '../ports/experiment-ports.ts';
import { presentExperimentRun } from './present-experiment-run.ts';
import { requireExperiment } from './require-experiment.ts';

/** Starts a run of an experiment, or keeps the refusal of a run that could not score anything. */
export const runExperiment = createManagementHandler(EXPERIMENT_OPERATIONS, 'management.experiments.run', {
  body: ExperimentRunRequestSchema,
  async answer(request, { ports, caller }, reply) {
    const { experiments } = ports;
    const experiment = await requireExperiment(ports, request.body.workspace_id, request.params.experiment);
    const { workspaceId, experimentId } = experiment;
    const asked = { workspaceId, experimentId, startedBy: callerCredentialId(caller.of(request)) };
    const refusal = await refusalOf(experiments, experiment);
    const run = await (refusal === null ? experiments.runs.start(asked) : experiments.runs.refuse(asked, refusal));
    if (run === undefined) throw notFound();
    // An experiment shows its latest run.
    announceCreation(reply, { path: `evals/experiments/${experimentId}` });
    return presentExperimentRun(run);
  },
});

async function refusalOf(
  { datasets, setup, registry }: ExperimentSources,
  { workspaceId, declaration }: StoredExperiment,
): Promise<EvalRefusal | null> {
  const { dataset_id: datasetId, dataset_version: version } = declaration;
  const pinned = await datasets.find({ datasetId, version });
  if (pinned?.workspaceId !== workspaceId) return DATASET_DELETED;
  const promoted = (await registry.standing()).filter((validation) => validation.promoted);
  const promotedJudges = promoted.map(({ subject }) => subject.judge_id);
  return findStartRefusal(declaration, { ...setup, promotedJudges, census: pinned.census });
}
