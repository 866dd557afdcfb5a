import { DatasetEditSchema, type DatasetEditDocument } from '../../../contracts/quality/datasets/dataset-edit.ts';
import { DATASET_OPERATIONS } from '../../../contracts/quality/dataset-operations.ts';
import { invalidMember, notFound } from '../../../domain/kernel/errors.ts';
import { DATASET_LIMITS } from '../../../domain/quality/datasets/dataset-limits.ts';
import type { DatasetMember } from '../../../domain/quality/datasets/dataset-member.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { DatasetPorts } from '../ports/dataset-ports.ts';
import { captureMembers } from './capture-members.ts';
import { presentDataset } from './present-dataset.ts';
import { requireDatasets } from './require-datasets.ts';

/** Edits the items of a dataset, and answers with the version that has them. */
export const editDatasetItems = createManagementHandler(DATASET_OPERATIONS, 'management.datasets.edit_items', {
  gate: ({ ports }) => void requireDatasets(ports),
  body: DatasetEditSchema,
  async answer(request, { ports, caller }) {
    const { store } = requireDatasets(ports);
    const datasetId = request.params.dataset;
    const { body } = request;
    requireFewItems(body);
    const current = await store.find({ datasetId, version: undefined });
    if (current === undefined) throw notFound(`There is no dataset ${datasetId}. Check the id.`);
    const retentionGeneration = await store.beginBuild(current.workspaceId);
    const change = {
      remove: body.remove ?? [],
      add: await findMembers(ports, current.workspaceId, body.add ?? []),
      annotate: (body.annotate ?? []).map(({ req_id, annotations }) => ({ requestId: req_id, annotations })),
    };
    const editedBy = callerCredentialId(caller.of(request));
    const by = { editedBy, retentionGeneration };
    const { dataset, edited } = await store.edit(datasetId, body.expected_version, change, by);
    return {
      dataset: presentDataset(dataset),
      added: edited.added,
      removed: edited.removed,
      annotated: edited.annotated,
      not_items: edited.notMembers,
      duplicates: edited.duplicates,
    };
  },
});

/** @throws Refusal `validation_failed` for an edit that names too many items, or none */
function requireFewItems({ add = [], remove = [], annotate = [] }: DatasetEditDocument): void {
  const named = add.length + remove.length + annotate.length;
  if (named === 0) throw invalidMember('/add', 'The edit names no item. Send `add`, `remove` or `annotate`.');
  if (named <= DATASET_LIMITS.itemsPerRequest) return;
  const detail = `The edit names ${named} items. Name at most ${DATASET_LIMITS.itemsPerRequest} in one request.`;
  throw invalidMember('/add', detail);
}

/**
 * The members that some requests of a workspace become, in the order of their ids.
 * @throws Refusal `validation_failed` if a request has no facts
 */
async function findMembers(
  ports: DatasetPorts,
  workspaceId: string,
  requestIds: readonly string[],
): Promise<DatasetMember[]> {
  const { finder, retention } = requireDatasets(ports);
  const found = await finder.byIds(await retention.find(workspaceId), [...new Set(requestIds)]);
  const byId = new Map(found.map((request) => [request.requestId, request]));
  const requests = requestIds.map((requestId, index) => {
    const request = byId.get(requestId);
    if (request !== undefined) return request;
    const detail =
      'There is no request with this id in the workspace yet. A new request is loaded within seconds. Check the id.';
    throw invalidMember(`/add/${index}`, detail);
  });
  return captureMembers(ports.contents, workspaceId, requests);
}
