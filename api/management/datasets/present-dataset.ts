import type { DatasetDocument } from '../../../contracts/quality/datasets/dataset.ts';
import type { StoredDataset } from '../../../store/quality/datasets/stored-dataset.ts';

/** A dataset in the form of an answer. */
export function presentDataset({ census, duplicates, ...dataset }: StoredDataset): DatasetDocument {
  return {
    dataset_id: dataset.datasetId,
    workspace_id: dataset.workspaceId,
    name: dataset.name,
    builder: dataset.builder,
    version: dataset.version,
    digest: dataset.digest,
    items: census.items,
    synthetic_items: census.syntheticItems,
    imported_items: census.importedItems,
    captured_bodies: census.capturedBodies,
    captured_requests: census.capturedRequests,
    duplicates,
    fit_eligible: census.isFitEligible,
    created_at: dataset.createdAt.toISOString(),
    version_created_at: dataset.versionCreatedAt.toISOString(),
  };
}
