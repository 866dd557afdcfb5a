import type { DuplicateCounts } from '../../../domain/quality/datasets/distinct-members.ts';
import type { DatasetCensus } from '../../../domain/quality/datasets/take-census.ts';
import type { Queryable } from '../../postgres/pool.ts';

/** Inserts a version with its counts. */
export async function insertVersion(
  client: Queryable,
  { datasetId, version }: { readonly datasetId: string; readonly version: number },
  {
    digest,
    census,
    duplicates,
    createdBy,
    now,
  }: {
    readonly digest: string;
    readonly census: DatasetCensus;
    readonly duplicates: DuplicateCounts;
    readonly createdBy: string;
    readonly now: Date;
  },
): Promise<void> {
  const { items, syntheticItems, importedItems, capturedBodies, capturedRequests, isFitEligible } = census;
  await client.query(
    `INSERT INTO quality_dataset_versions
       (dataset_id, version, digest, items, synthetic_items, imported_items, captured_bodies, captured_requests,
        duplicate_requests, duplicate_contents, is_fit_eligible, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[datasetId, version, digest, items, syntheticItems, importedItems, capturedBodies, capturedRequests],
      ...[duplicates.requests, duplicates.contents, isFitEligible, createdBy, now],
    ],
  );
}
