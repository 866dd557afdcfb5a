import { exclusionOfMember } from '../../../domain/quality/datasets/exclusion-of-member.ts';
import type { DatasetSnapshot } from '../../../domain/quality/dataset-snapshot.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import type { RetentionStore } from '../../../store/insight/retention-store.ts';
import type { DatasetStore, DatasetVersionKey } from '../../../store/quality/datasets/dataset-store.ts';
import type { StoredDataset } from '../../../store/quality/datasets/stored-dataset.ts';
import type { DatasetRequestFinder } from './dataset-request-finder.ts';

/** One version of a dataset, and the present state of its members. */
export interface DatasetReading {
  readonly dataset: StoredDataset;
  readonly snapshot: DatasetSnapshot;
}

/**
 * Reads a version of a dataset; undefined if there is no such dataset or version. Its members are those of the version,
 * and their exclusions those of the time of the call.
 *
 * @throws Refusal `dependency_unavailable` if ClickHouse does not answer
 */
export type ReadDatasetSnapshot = (key: DatasetVersionKey) => Promise<DatasetReading | undefined>;

interface SnapshotParts {
  readonly store: Pick<DatasetStore, 'readVersion'>;
  readonly finder: Pick<DatasetRequestFinder, 'byIds'>;
  readonly retention: Pick<RetentionStore, 'find'>;
  readonly findExclusions: FindExclusions;
}

export function createDatasetSnapshotReader({
  store,
  finder,
  retention,
  findExclusions,
}: SnapshotParts): ReadDatasetSnapshot {
  return async (key) => {
    const found = await store.readVersion(key);
    if (found === undefined) return undefined;
    const { dataset, members } = found;
    const { datasetId, workspaceId, version, digest, census } = dataset;
    const [workspace, { exclusions }] = await Promise.all([retention.find(workspaceId), findExclusions(workspaceId)]);
    const captured = members.filter(({ kind }) => kind === 'captured').map(({ requestId }) => requestId);
    const present = await finder.byIds(workspace, captured);
    const facts = {
      keepsFromMs: workspace.keepsFrom?.getTime(),
      erasedBeforeMs: workspace.erasedBefore?.getTime(),
      exclusions,
      presentIds: new Set(present.map(({ requestId }) => requestId)),
    };
    const items = members.map((member) => ({
      requestId: member.requestId,
      admittedAtMs: member.admittedAtMs,
      segment: member.segment,
      kind: member.kind,
      contentHash: member.contentHash,
      exclusion: exclusionOfMember(member, member.isErased, facts),
      annotations: member.annotations,
    }));
    return {
      dataset,
      snapshot: { datasetId, version, workspaceId, digest, items, isFitEligible: census.isFitEligible },
    };
  };
}
