import type { DatasetSources } from '../../api/management/ports/dataset-ports.ts';
import type { QualityWorkspacePorts } from '../../api/management/ports/quality-workspace-ports.ts';
import { createDatasetSnapshotReader } from '../../analytics/quality/datasets/dataset-snapshot-reader.ts';
import type { DatasetRequest } from '../../analytics/quality/datasets/dataset-request.ts';
import type {
  DatasetFilter,
  DatasetOutcomes,
  DatasetRequestFinder,
} from '../../analytics/quality/datasets/dataset-request-finder.ts';
import { notFound, Refusal } from '../../domain/kernel/errors.ts';
import { requireSameRequest } from '../../domain/kernel/require-same-request.ts';
import { editMembers } from '../../domain/quality/datasets/edit-members.ts';
import { takeCensus } from '../../domain/quality/datasets/take-census.ts';
import type { ExcludedFacts } from '../../store/insight/exclusion-finder.ts';
import type { CreationRequest } from '../../store/postgres/create-once.ts';
import type { DatasetStore, DatasetVersionKey, NewDataset } from '../../store/quality/datasets/dataset-store.ts';
import type {
  StoredDataset,
  StoredDatasetMember,
  StoredDatasetVersion,
} from '../../store/quality/datasets/stored-dataset.ts';
import { INSTALLATION_IDS } from '../fakes/installation.ts';
import { pageNewestFirst } from '../fakes/page-newest-first.ts';

const AT = new Date('2026-02-28T12:00:00.000Z');
const DIGEST = `sha256:${'d'.repeat(64)}`;

export function makeDatasetMember(change: Partial<StoredDatasetMember> = {}): StoredDatasetMember {
  return {
    requestId: 'r1',
    environmentId: INSTALLATION_IDS.environment,
    admittedAtMs: Date.parse('2026-02-25T08:00:00.000Z'),
    kind: 'captured',
    segment: 'chat',
    contentHash: '',
    hasAnswer: false,
    annotations: {},
    isErased: false,
    ...change,
  };
}

const KNOWN_MEMBERS: readonly StoredDatasetMember[] = [makeDatasetMember(), makeDatasetMember({ requestId: 'r2' })];

/** A dataset that exists from the start, with the items `r1` and `r2`. */
export const KNOWN_DATASET: StoredDataset = {
  datasetId: 'qds_00000000000000000000000001',
  workspaceId: INSTALLATION_IDS.workspace,
  name: 'Chats',
  builder: 'from_filter',
  definition: { from: '2026-02-20T00:00:00Z', until: '2026-02-27T00:00:00Z', limit: 100 },
  latestVersion: 1,
  createdAt: AT,
  version: 1,
  digest: DIGEST,
  census: takeCensus(KNOWN_MEMBERS),
  duplicates: { requests: 0, contents: 0 },
  versionCreatedAt: AT,
};

/** Datasets in memory, the requests that facts have, and the workspaces of the installation. */
export class FakeDatasets {
  /** The versions of each dataset, oldest first. */
  readonly versions = new Map<string, readonly StoredDatasetVersion[]>([
    [KNOWN_DATASET.datasetId, [{ dataset: KNOWN_DATASET, members: KNOWN_MEMBERS }]],
  ]);
  /** The requests that every search finds; an error to make searches fail. */
  requests: readonly DatasetRequest[] | Error = [makeDatasetMember(), makeDatasetMember({ requestId: 'r2' })];
  readonly searches: (DatasetFilter | DatasetOutcomes)[] = [];
  /** The datasets that were created here, oldest first. */
  readonly created: NewDataset[] = [];
  /** The datasets over which a run is running. */
  readonly running = new Set<string>();
  workspaceIds: readonly string[] = [INSTALLATION_IDS.workspace];
  /** The facts that reads omit. */
  excluded: ExcludedFacts = { horizons: new Map(), exclusions: [] };
  erasedBefore: Date | undefined;
  readonly #requests = new Map<string, { readonly fingerprint: string; readonly id: string }>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  readonly workspaces: QualityWorkspacePorts['qualityWorkspaces'] = {
    has: (workspaceId) => Promise.resolve(this.workspaceIds.includes(workspaceId)),
    survey: () => Promise.resolve({ count: this.workspaceIds.length, first: this.workspaceIds[0] }),
  };

  readonly finder: DatasetRequestFinder = {
    byFilter: (filter) => this.#search(filter),
    byFailures: (failures) => this.#search(failures),
    byLabels: (labels) => this.#search(labels),
    byIds: async (_workspace, ids) => (await this.#found()).filter(({ requestId }) => ids.includes(requestId)),
  };

  readonly store: DatasetStore = {
    findCreated: (request) => this.#answer(() => this.#createdBy(request)),
    beginBuild: () => Promise.resolve(1n),
    create: (request, dataset) =>
      this.#answer(() => {
        const earlier = this.#createdBy(request);
        return { dataset: earlier ?? this.#create(request, dataset), isReplay: earlier !== undefined };
      }),
    list: ({ workspaceId, builder, isFitEligible }, page) => {
      const rows = [...this.versions.values()].flatMap((versions) => {
        const dataset = versions.at(-1)?.dataset;
        const isListed =
          dataset?.workspaceId === workspaceId &&
          (builder === undefined || dataset.builder === builder) &&
          (isFitEligible === undefined || dataset.census.isFitEligible === isFitEligible);
        return isListed ? [dataset] : [];
      });
      const keyOf = ({ createdAt, datasetId }: StoredDataset) => ({
        createdAt: createdAt.toISOString(),
        id: datasetId,
      });
      return Promise.resolve(pageNewestFirst(rows, keyOf, page));
    },
    find: (key) => Promise.resolve(this.#version(key)?.dataset),
    readVersion: (key) => Promise.resolve(this.#version(key)),
    edit: (datasetId, expectedVersion, edit) =>
      this.#answer(() => {
        const { dataset, members: before } = this.#require(datasetId);
        if (dataset.version !== expectedVersion)
          throw new Refusal('conflict', `The dataset has version ${dataset.version}.`);
        const edited = editMembers(before, edit);
        const members = edited.members.map((member) => ({ isErased: false, ...member }));
        const version = dataset.version + 1;
        const { duplicates } = edited;
        const next = { version, latestVersion: version, census: takeCensus(members), duplicates };
        const made = { dataset: { ...dataset, ...next, versionCreatedAt: this.#now() }, members };
        this.versions.set(datasetId, [...(this.versions.get(datasetId) ?? []), made]);
        return { dataset: made.dataset, edited };
      }),
    remove: (datasetId) =>
      this.#answer(() => {
        this.#require(datasetId);
        if (this.running.has(datasetId)) throw new Refusal('conflict', 'A run over this dataset is running.');
        this.versions.delete(datasetId);
      }),
    scopeOf: (workspaceId, environmentId = INSTALLATION_IDS.environment) =>
      Promise.resolve(
        environmentId === INSTALLATION_IDS.environment
          ? {
              organization_id: 'org_00000000000000000000000001',
              workspace_id: workspaceId,
              application_id: 'app_00000000000000000000000001',
              gateway_id: 'gw_00000000000000000000000001',
              environment_id: environmentId,
            }
          : undefined,
      ),
  };

  readonly retention: DatasetSources['retention'] = {
    find: (workspaceId) =>
      Promise.resolve({
        organizationId: 'org_00000000000000000000000001',
        workspaceId,
        keepsFrom: this.excluded.horizons.get(workspaceId),
        erasedBefore: this.erasedBefore,
      }),
  };

  readonly sources: DatasetSources = {
    store: this.store,
    finder: this.finder,
    retention: this.retention,
    readSnapshot: createDatasetSnapshotReader({
      store: this.store,
      finder: this.finder,
      retention: this.retention,
      findExclusions: () => Promise.resolve(this.excluded),
    }),
  };

  #answer<Result>(decide: () => Result): Promise<Result> {
    return new Promise((resolve) => resolve(decide()));
  }

  #found(): Promise<readonly DatasetRequest[]> {
    return this.requests instanceof Error ? Promise.reject(this.requests) : Promise.resolve(this.requests);
  }

  async #search(search: DatasetFilter | DatasetOutcomes): Promise<DatasetRequest[]> {
    this.searches.push(search);
    return (await this.#found()).slice(0, search.limit);
  }

  #createdBy({ callerId, idempotencyKey, fingerprint }: CreationRequest): StoredDataset | undefined {
    const first = this.#requests.get(`${callerId} ${idempotencyKey}`);
    if (first === undefined) return undefined;
    requireSameRequest(first, fingerprint);
    return this.#version({ datasetId: first.id, version: 1 })?.dataset;
  }

  #create({ callerId, idempotencyKey, fingerprint }: CreationRequest, dataset: NewDataset): StoredDataset {
    this.created.push(dataset);
    const datasetId = `qds_${String(this.created.length + 1).padStart(26, '0')}`;
    const { members, appended: _appended, createdBy: _createdBy, ...named } = dataset;
    const now = this.#now();
    const made: StoredDataset = {
      ...{ ...named, datasetId, latestVersion: 1, version: 1, digest: DIGEST, census: takeCensus(members) },
      ...{ createdAt: now, versionCreatedAt: now },
    };
    this.versions.set(datasetId, [
      { dataset: made, members: members.map((member) => ({ ...member, isErased: false })) },
    ]);
    if (idempotencyKey !== undefined)
      this.#requests.set(`${callerId} ${idempotencyKey}`, { fingerprint, id: datasetId });
    return made;
  }

  #version({ datasetId, version }: DatasetVersionKey): StoredDatasetVersion | undefined {
    const versions = this.versions.get(datasetId);
    const latestVersion = versions?.length ?? 0;
    const found = versions?.[(version ?? latestVersion) - 1];
    return found && { ...found, dataset: { ...found.dataset, latestVersion } };
  }

  #require(datasetId: string): StoredDatasetVersion {
    const found = this.#version({ datasetId, version: undefined });
    if (found === undefined) throw notFound(`There is no dataset ${datasetId}. Check the id.`);
    return found;
  }
}
