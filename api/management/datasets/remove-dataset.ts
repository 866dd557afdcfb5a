import { DATASET_OPERATIONS } from '../../../contracts/quality/dataset-operations.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireDatasets } from './require-datasets.ts';

/** Deletes a dataset over which no run is running. */
export const removeDataset = createManagementHandler(DATASET_OPERATIONS, 'management.datasets.delete', {
  gate: ({ ports }) => void requireDatasets(ports),
  async answer(request, { ports, caller }) {
    const { dataset } = request.params;
    await requireDatasets(ports).store.remove(dataset, callerCredentialId(caller.of(request)));
    return { dataset_id: dataset, deleted: true as const };
  },
});
