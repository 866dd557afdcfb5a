import { DatasetQuerySchema } from '../../../contracts/quality/datasets/dataset.ts';
import { DATASET_OPERATIONS } from '../../../contracts/quality/dataset-operations.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import type { DatasetItem } from '../../../domain/quality/dataset-snapshot.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentDataset } from './present-dataset.ts';
import { requireDatasets } from './require-datasets.ts';

/** Answers with one version of a dataset and its items. */
export const readDataset = createManagementHandler(DATASET_OPERATIONS, 'management.datasets.get', {
  gate: ({ ports }) => void requireDatasets(ports),
  query: DatasetQuerySchema,
  async answer(request, { ports }) {
    const { version, workspace_id: workspaceId } = request.query;
    const found = await requireDatasets(ports).readSnapshot({ datasetId: request.params.dataset, version });
    const isOfWorkspace = workspaceId === undefined || workspaceId === found?.dataset.workspaceId;
    if (found === undefined || !isOfWorkspace)
      throw notFound('There is no such dataset, or it has no such version. Check the id and `version`.');
    const { items } = found.snapshot;
    const count = (state: DatasetItem['exclusion']): number =>
      items.filter(({ exclusion }) => exclusion === state).length;
    return {
      ...presentDataset(found.dataset),
      definition: found.dataset.definition,
      excluded: {
        expired: count('expired'),
        erased: count('erased'),
        excluded: count('excluded'),
        missing: count('missing'),
      },
      item_list: items.map((item) => ({
        req_id: item.requestId,
        req_ts: new Date(item.admittedAtMs).toISOString(),
        segment: item.segment,
        kind: item.kind,
        content_hash: item.contentHash,
        exclusion: item.exclusion,
        annotations: item.annotations,
      })),
    };
  },
});
