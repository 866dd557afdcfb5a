import type { FastifyReply } from 'fastify';
import type { DatasetDocument } from '../../../contracts/quality/datasets/dataset.ts';
import { NewDatasetSchema, type NewDatasetDocument } from '../../../contracts/quality/datasets/new-dataset.ts';
import { DATASET_OPERATIONS } from '../../../contracts/quality/dataset-operations.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { DATASET_BUILDERS } from '../../../domain/quality/datasets/dataset-builders.ts';
import type { CreatedDataset } from '../../../store/quality/datasets/dataset-store.ts';
import { creationRequest } from '../access/creation-request.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { announceCreation } from '../lane/announce-creation.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { buildFromFacts } from './build-from-facts.ts';
import { buildFromTexts } from './build-from-texts.ts';
import { presentDataset } from './present-dataset.ts';
import { requireDatasets } from './require-datasets.ts';

/** Builds a dataset, once per idempotency key. */
export const createDataset = createManagementHandler(DATASET_OPERATIONS, 'management.datasets.create', {
  gate: ({ ports }) => void requireDatasets(ports),
  body: NewDatasetSchema,
  async answer(request, { ports, caller }, reply) {
    const { store } = requireDatasets(ports);
    const { body } = request;
    requireParameters(body);
    const who = caller.of(request);
    const asked = creationRequest(request, who, body);
    const earlier = await store.findCreated(asked);
    if (earlier !== undefined) return announced(reply, { dataset: earlier, isReplay: true });
    const workspaceId = await requireWorkspace(ports, body.workspace_id);
    const built = (await buildFromFacts(ports, workspaceId, body)) ?? (await buildFromTexts(ports, workspaceId, body));
    const { name, builder } = body;
    const createdBy = callerCredentialId(who);
    return announced(reply, await store.create(asked, { workspaceId, name, builder, createdBy, ...built }));
  },
});

/** A dataset in the form of an answer, after its headers were set. */
function announced(reply: FastifyReply, { dataset, isReplay }: CreatedDataset): DatasetDocument {
  announceCreation(reply, { path: `evals/datasets/${dataset.datasetId}`, isReplay });
  return presentDataset(dataset);
}

/** @throws Refusal `validation_failed` unless the body has the parameters of its builder, and no others */
function requireParameters(body: NewDatasetDocument): void {
  const { builder } = body;
  if (body[builder] === undefined)
    throw invalidMember(`/${builder}`, `The builder needs its parameters. Send \`${builder}\`.`);
  const other = DATASET_BUILDERS.find((name) => name !== builder && body[name] !== undefined);
  if (other !== undefined)
    throw invalidMember(`/${other}`, `The builder is \`${builder}\`. Omit \`${other}\`, or change \`builder\`.`);
}
