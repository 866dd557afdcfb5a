import { Type } from 'typebox';
import { DATASET_FILTER } from '../../../contracts/quality/datasets/dataset.ts';
import { DATASET_OPERATIONS } from '../../../contracts/quality/dataset-operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { presentDataset } from './present-dataset.ts';
import { requireDatasets } from './require-datasets.ts';

/** Lists the datasets of a workspace, newest first. */
export const listDatasets = createManagementHandler(DATASET_OPERATIONS, 'management.datasets.list', {
  gate: ({ ports }) => void requireDatasets(ports),
  query: Type.Object({ ...PAGE_QUERY, ...DATASET_FILTER }, { additionalProperties: false }),
  async answer(request, context) {
    const { store } = requireDatasets(context.ports);
    const { builder, fit_eligible: eligible } = request.query;
    const workspaceId = await requireWorkspace(context.ports, request.query.workspace_id);
    const isFitEligible = eligible === undefined ? undefined : eligible === 'true';
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `datasets ${JSON.stringify([workspaceId, builder, eligible])}`,
      load: (after, limit) => store.list({ workspaceId, builder, isFitEligible }, { after, limit }),
      keyOf: ({ createdAt, datasetId }) => ({ createdAt: createdAt.toISOString(), id: datasetId }),
    });
    return { datasets: rows.map(presentDataset), next_cursor: nextCursor };
  },
});
