import { familyOf } from '../../../contracts/comparisons/family-of.ts';
import { EXPERIMENT_OPERATIONS } from '../../../contracts/quality/experiment-operations.ts';
import {
  NewExperimentSchema,
  type NewExperimentDocument,
} from '../../../contracts/quality/experiments/new-experiment.ts';
import { Refusal, type FieldFault } from '../../../domain/kernel/errors.ts';
import { findDeclarationFaults } from '../../../domain/quality/experiment-setup/find-declaration-faults.ts';
import type { ExperimentDeclaration } from '../../../domain/quality/experiments/declaration.ts';
import type { StoredDataset } from '../../../store/quality/datasets/stored-dataset.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { announceCreation } from '../lane/announce-creation.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { ExperimentSources } from '../ports/experiment-ports.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { presentExperiment } from './present-experiment.ts';

/** Declares an experiment. Nothing is scored yet. */
export const createExperiment = createManagementHandler(EXPERIMENT_OPERATIONS, 'management.experiments.create', {
  body: NewExperimentSchema,
  async answer(request, { ports, caller }, reply) {
    const { experiments } = ports;
    const workspaceId = await requireWorkspace(ports, request.body.workspace_id);
    const declaration = declarationOf(request.body);
    const { pinned, fault } = await pinnedVersion(experiments, workspaceId, declaration);
    const faults = [
      ...(fault === undefined ? [] : [fault]),
      ...findDeclarationFaults(request.body),
      ...(await connectionFaults(experiments, request.body)),
    ];
    if (pinned === undefined || faults.length > 0) {
      throw new Refusal('validation_failed', faults.map(({ detail }) => detail).join(' '), { faults });
    }
    const experiment = await experiments.store.create({
      workspaceId,
      name: request.body.title ?? '',
      declaration,
      pinnedDigest: pinned.digest,
      createdBy: callerCredentialId(caller.of(request)),
    });
    announceCreation(reply, { path: `evals/experiments/${experiment.experimentId}` });
    return { ...presentExperiment(experiment, undefined, []), pareto: [], comparison: null, segments: null };
  },
});

/** The declaration with its defaults. The arms are sorted, so that their order in the request changes nothing. */
function declarationOf({
  workspace_id: _workspace,
  title: _title,
  ...body
}: NewExperimentDocument): ExperimentDeclaration {
  const arms = body.arms.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { ...body, arms, margin: body.margin ?? null, segment: body.segment ?? null };
}

/** The pinned version of the dataset, or the fault of the member that names it. */
async function pinnedVersion(
  { datasets }: ExperimentSources,
  workspaceId: string,
  { dataset_id: datasetId, dataset_version: version }: ExperimentDeclaration,
): Promise<{ readonly pinned?: StoredDataset; readonly fault?: FieldFault }> {
  const found = await datasets.find({ datasetId, version });
  if (found?.workspaceId === workspaceId) return { pinned: found };
  const newest = await datasets.find({ datasetId, version: undefined });
  if (newest?.workspaceId !== workspaceId) {
    const detail = `There is no dataset ${datasetId} in this workspace. Use an id from the list of datasets.`;
    return { fault: { pointer: '/dataset_id', detail } };
  }
  const detail = `The dataset has no version ${version}. Use a version from 1 to ${newest.latestVersion}.`;
  return { fault: { pointer: '/dataset_version', detail } };
}

/** The faults of arms of a replay whose calls their connections cannot make. */
async function connectionFaults(
  { connections }: ExperimentSources,
  { arms, instrument }: NewExperimentDocument,
): Promise<FieldFault[]> {
  if (instrument !== 'replay' || arms.every(({ connection_id: id }) => id === undefined)) return [];
  const active = await connections.list(false);
  return arms.flatMap(({ connection_id: id, model, parameters }, index) => {
    if (id === undefined || model === undefined) return [];
    const found = familyOf(active, 'inference', { connection_id: id, model, ...(parameters && { parameters }) });
    if (!('fault' in found)) return [];
    const detail =
      found.fault === 'connection_id'
        ? `There is no active connection ${id} for inference. Use an id from \`connection list\`, or add the connection.`
        : found.detail;
    return [{ pointer: `/arms/${index}/${found.fault}`, detail }];
  });
}
