import type { DatasetBuilder } from '../../../domain/quality/datasets/dataset-builders.ts';
import type { DatasetMember } from '../../../domain/quality/datasets/dataset-member.ts';
import type { DuplicateCounts } from '../../../domain/quality/datasets/distinct-members.ts';
import type { DatasetCensus } from '../../../domain/quality/datasets/take-census.ts';

/** A dataset with the counts of one version. */
export interface StoredDataset {
  readonly datasetId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly builder: DatasetBuilder;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly latestVersion: number;
  readonly createdAt: Date;
  readonly version: number;
  readonly digest: string;
  readonly census: DatasetCensus;
  /** The candidates that the build or the edit of this version omitted. */
  readonly duplicates: DuplicateCounts;
  readonly versionCreatedAt: Date;
}

/** A stored member of a version. */
export interface StoredDatasetMember extends DatasetMember {
  /** True if an erasure removed its annotations and its hash. */
  readonly isErased: boolean;
}

/** One version of a dataset with its members in their order. */
export interface StoredDatasetVersion {
  readonly dataset: StoredDataset;
  readonly members: readonly StoredDatasetMember[];
}

export interface DatasetRow {
  datasetId: string;
  workspaceId: string;
  name: string;
  builder: string;
  definition: Record<string, unknown>;
  latestVersion: number;
  createdAt: Date;
  version: number;
  digest: string;
  items: number;
  syntheticItems: number;
  importedItems: number;
  capturedBodies: number;
  capturedRequests: number;
  duplicateRequests: number;
  duplicateContents: number;
  isFitEligible: boolean;
  versionCreatedAt: Date;
}

/** The columns of a dataset `d` and of its version `v`. */
export const DATASET_COLUMNS = `d.dataset_id AS "datasetId", d.workspace_id AS "workspaceId", d.name, d.builder,
  d.definition, d.latest_version AS "latestVersion", d.created_at AS "createdAt", v.version, v.digest, v.items,
  v.synthetic_items AS "syntheticItems", v.imported_items AS "importedItems", v.captured_bodies AS "capturedBodies",
  v.captured_requests AS "capturedRequests", v.duplicate_requests AS "duplicateRequests",
  v.duplicate_contents AS "duplicateContents", v.is_fit_eligible AS "isFitEligible",
  v.created_at AS "versionCreatedAt"`;

export function datasetFromRow(row: DatasetRow): StoredDataset {
  const { items, syntheticItems, importedItems, capturedBodies, capturedRequests, isFitEligible, ...of } = row;
  const { duplicateRequests, duplicateContents, builder, ...dataset } = of;
  return {
    ...dataset,
    builder: builder as DatasetBuilder,
    census: { items, syntheticItems, importedItems, capturedBodies, capturedRequests, isFitEligible },
    duplicates: { requests: duplicateRequests, contents: duplicateContents },
  };
}
