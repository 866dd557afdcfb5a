import type { DatasetRequestFinder } from '../../../analytics/quality/datasets/dataset-request-finder.ts';
import type { ReadDatasetSnapshot } from '../../../analytics/quality/datasets/dataset-snapshot-reader.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { RetentionStore } from '../../../store/insight/retention-store.ts';
import type { DatasetStore } from '../../../store/quality/datasets/dataset-store.ts';
import type { FramePorts } from '../../ports/frame-ports.ts';
import type { QualityWorkspacePorts } from './quality-workspace-ports.ts';

/** The datasets, and the facts that they refer to. */
export interface DatasetSources {
  readonly store: DatasetStore;
  readonly finder: DatasetRequestFinder;
  readonly readSnapshot: ReadDatasetSnapshot;
  readonly retention: Pick<RetentionStore, 'find'>;
}

/** The ports of datasets; absent sources: the deployment has no facts. */
export interface DatasetPorts extends QualityWorkspacePorts {
  readonly clock: Clock;
  readonly newId: FramePorts['newId'];
  readonly datasets?: DatasetSources;
  /** The stored content of requests; absent if no content is stored. */
  readonly contents?: ContentStore;
}
