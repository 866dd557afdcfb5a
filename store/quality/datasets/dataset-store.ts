import type pg from 'pg';
import type { RequestTerminal } from '../../../contracts/ingest/events/request-terminal.ts';
import { appendedEnding, type AppendedRequest } from '../../../contracts/quality/datasets/appended-ending.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { conflict, notFound, Refusal } from '../../../domain/kernel/errors.ts';
import type { DatasetBuilder } from '../../../domain/quality/datasets/dataset-builders.ts';
import { DATASET_LIMITS } from '../../../domain/quality/datasets/dataset-limits.ts';
import type { DatasetMember } from '../../../domain/quality/datasets/dataset-member.ts';
import type { DuplicateCounts } from '../../../domain/quality/datasets/distinct-members.ts';
import type { DatasetEdit, EditedMembers } from '../../../domain/quality/datasets/edit-members.ts';
import { takeCensus } from '../../../domain/quality/datasets/take-census.ts';
import { appendControlPlaneEvents } from '../../ingest/control-plane-event-store.ts';
import { createOnce, findCreatedId, type CreationRequest } from '../../postgres/create-once.ts';
import { newId } from '../../postgres/new-id.ts';
import type { PageKey } from '../../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../../postgres/pool.ts';
import { requireRow } from '../../postgres/require-row.ts';
import { beginDatasetBuild, requireNoErasure } from './dataset-build-guard.ts';
import { editDataset } from './edit-dataset.ts';
import { insertVersion } from './insert-version.ts';
import { insertMembers, membersDigest, readMembers } from './member-rows.ts';
import {
  DATASET_COLUMNS,
  datasetFromRow,
  type DatasetRow,
  type StoredDataset,
  type StoredDatasetVersion,
} from './stored-dataset.ts';

/** A dataset that is not stored yet. */
export interface NewDataset {
  readonly workspaceId: string;
  readonly name: string;
  readonly builder: DatasetBuilder;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly members: readonly DatasetMember[];
  readonly duplicates: DuplicateCounts;
  /** The result of `beginBuild`; undefined for a build that reads no existing request. */
  readonly retentionGeneration: bigint | undefined;
  /** The requests that the build appends to traffic, and their environment; undefined if it appends none. */
  readonly appended:
    | { readonly scope: RequestTerminal['scope']; readonly requests: readonly AppendedRequest[]; readonly at: Date }
    | undefined;
  /** The user or token that creates it. */
  readonly createdBy: string;
}

/** The author of an edit, and the result of its `beginBuild`. */
export interface DatasetEditing {
  readonly editedBy: string;
  readonly retentionGeneration: bigint;
}

/** The datasets of a list; an absent member restricts nothing. */
export interface DatasetListFilter {
  readonly workspaceId: string;
  readonly builder?: DatasetBuilder | undefined;
  readonly isFitEligible?: boolean | undefined;
}

/** The version to read of a dataset. */
export interface DatasetVersionKey {
  readonly datasetId: string;
  /** Undefined for the newest version. */
  readonly version: number | undefined;
}

/** A dataset that a request asked for, and whether an earlier request with the same idempotency key created it. */
export interface CreatedDataset {
  readonly dataset: StoredDataset;
  readonly isReplay: boolean;
}

/** The datasets of workspaces. A deleted dataset is not found. */
export interface DatasetStore {
  /**
   * The dataset that an earlier request with the same idempotency key created; undefined if there was none.
   * @throws Refusal `conflict` if the key was used for another request
   */
  findCreated(request: CreationRequest): Promise<StoredDataset | undefined>;
  /**
   * Begins a build or an edit, before it reads any request: what is erased meanwhile refuses it. Returns the retention
   * generation of the workspace.
   * @throws Refusal `conflict` while a user of the workspace is being erased
   */
  beginBuild(workspaceId: string): Promise<bigint>;
  /**
   * Creates the first version, and appends its requests to traffic in the same transaction.
   * @throws Refusal `conflict` if the workspace has the maximum of datasets, the key was used for another request, or
   *   something was erased since the build began
   */
  create(request: CreationRequest, dataset: NewDataset): Promise<CreatedDataset>;
  /** One page of datasets of a workspace with their newest versions, newest first. */
  list(
    filter: DatasetListFilter,
    page: { readonly after: PageKey | undefined; readonly limit: number },
  ): Promise<StoredDataset[]>;
  /** A dataset with the counts of a version; undefined if there is no such dataset or version. */
  find(key: DatasetVersionKey): Promise<StoredDataset | undefined>;
  /** A version with its members; undefined if there is no such dataset or version. */
  readVersion(key: DatasetVersionKey): Promise<StoredDatasetVersion | undefined>;
  /**
   * Makes the next version. An edit without effect makes none.
   * @throws Refusal `not_found` if there is no such dataset, `conflict` if the dataset has another version than
   *   expected or the maximum of versions, or something was erased since the edit began, and the refusals of
   *   `editMembers`
   */
  edit(
    datasetId: string,
    expectedVersion: number,
    edit: DatasetEdit,
    by: DatasetEditing,
  ): Promise<{ readonly dataset: StoredDataset; readonly edited: EditedMembers }>;
  /**
   * Deletes a dataset.
   * @throws Refusal `not_found` if there is no such dataset, `conflict` while a run over it is running
   */
  remove(datasetId: string, deletedBy: string): Promise<void>;
  /**
   * The position in the tenancy tree of an environment of a workspace; without an environment, that of the only one.
   * Undefined if the workspace has no such environment.
   */
  scopeOf(workspaceId: string, environmentId: string | undefined): Promise<RequestTerminal['scope'] | undefined>;
}

export function createDatasetStore(pool: pg.Pool, clock: Clock): DatasetStore {
  const requireDataset = async (key: DatasetVersionKey): Promise<StoredDataset> => {
    const dataset = await findDataset(pool, key);
    if (dataset === undefined) throw notFound(`There is no dataset ${key.datasetId}. Check the id.`);
    return dataset;
  };
  return {
    async findCreated(request) {
      const datasetId = await findCreatedId(pool, clock.now(), request);
      return datasetId === undefined ? undefined : requireDataset({ datasetId, version: 1 });
    },

    beginBuild: (workspaceId) => beginDatasetBuild(pool, workspaceId),

    async create(request, dataset) {
      const now = clock.now();
      const { id, created } = await createOnce(pool, now, request, async (client) => {
        const datasetId = await insertDataset(client, dataset, now);
        return { id: datasetId, created: datasetId };
      });
      return { dataset: await requireDataset({ datasetId: id, version: 1 }), isReplay: created === undefined };
    },

    async list({ workspaceId, builder = null, isFitEligible = null }, { after, limit }) {
      const { rows } = await pool.query<DatasetRow>(
        `SELECT ${DATASET_COLUMNS}
         FROM quality_datasets d JOIN quality_dataset_versions v ON v.dataset_id = d.dataset_id AND v.version = d.latest_version
         WHERE d.workspace_id = $1 AND d.deleted_at IS NULL AND ($2::text IS NULL OR d.builder = $2)
           AND ($3::boolean IS NULL OR v.is_fit_eligible = $3) AND (d.created_at, d.dataset_id) < ($4, $5)
         ORDER BY d.created_at DESC, d.dataset_id DESC LIMIT $6`,
        [workspaceId, builder, isFitEligible, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(datasetFromRow);
    },

    find: (key) => findDataset(pool, key),

    async readVersion(key) {
      const dataset = await findDataset(pool, key);
      return dataset && { dataset, members: await readMembers(pool, dataset) };
    },

    async edit(datasetId, expectedVersion, edit, by) {
      const now = clock.now();
      const { version, edited } = await inTransaction(pool, (client) =>
        editDataset(client, { ...by, datasetId, expectedVersion, edit, now }),
      );
      return { dataset: await requireDataset({ datasetId, version }), edited };
    },

    async remove(datasetId, deletedBy) {
      await inTransaction(pool, async (client) => {
        await requireIdle(client, datasetId);
        await client.query('UPDATE quality_datasets SET deleted_by = $2, deleted_at = $3 WHERE dataset_id = $1', [
          datasetId,
          deletedBy,
          clock.now(),
        ]);
      });
    },

    async scopeOf(workspaceId, environmentId) {
      const { rows } = await pool.query<RequestTerminal['scope']>(
        `SELECT organization_id, workspace_id, application_id, gateway_id, environment_id
         FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
           JOIN workspaces USING (workspace_id)
         WHERE workspace_id = $1 AND ($2::text IS NULL OR environment_id = $2) LIMIT 2`,
        [workspaceId, environmentId ?? null],
      );
      return rows.length === 1 ? rows[0] : undefined;
    },
  };
}

async function findDataset(
  pool: Queryable,
  { datasetId, version }: DatasetVersionKey,
): Promise<StoredDataset | undefined> {
  const { rows } = await pool.query<DatasetRow>(
    `SELECT ${DATASET_COLUMNS}
     FROM quality_datasets d JOIN quality_dataset_versions v
       ON v.dataset_id = d.dataset_id AND v.version = coalesce($2::integer, d.latest_version)
     WHERE d.dataset_id = $1 AND d.deleted_at IS NULL`,
    [datasetId, version ?? null],
  );
  return rows.map(datasetFromRow)[0];
}

async function insertDataset(client: Queryable, dataset: NewDataset, now: Date): Promise<string> {
  const { workspaceId, name, builder, definition, members, duplicates, appended, createdBy } = dataset;
  await requireSpace(client, workspaceId);
  const { retentionGeneration } = dataset;
  if (retentionGeneration !== undefined) await requireNoErasure(client, workspaceId, retentionGeneration);
  const datasetId = newId('dataset');
  await client.query(
    `INSERT INTO quality_datasets
       (dataset_id, workspace_id, name, builder, definition, latest_version, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, 1, $6, $7)`,
    [datasetId, workspaceId, name, builder, JSON.stringify(definition), createdBy, now],
  );
  const version = { workspaceId, datasetId, version: 1 };
  await insertVersion(client, version, {
    ...{ digest: membersDigest(members), census: takeCensus(members), duplicates, createdBy, now },
  });
  await insertMembers(
    client,
    version,
    members.map((member, position) => ({ ...member, position })),
  );
  if (appended !== undefined) {
    const events = appended.requests.map((request) => appendedEnding(request, appended.scope, appended.at));
    await appendControlPlaneEvents(client, events, now);
  }
  return datasetId;
}

/** @throws Refusal `conflict` if the workspace has the maximum of datasets */
async function requireSpace(client: Queryable, workspaceId: string): Promise<void> {
  // The lock orders concurrent creations, so that together they do not exceed the maximum.
  await client.query('SELECT workspace_id FROM workspaces WHERE workspace_id = $1 FOR NO KEY UPDATE', [workspaceId]);
  const { rows } = await client.query<{ datasets: number }>(
    'SELECT count(*)::int AS datasets FROM quality_datasets WHERE workspace_id = $1 AND deleted_at IS NULL',
    [workspaceId],
  );
  if (requireRow(rows).datasets < DATASET_LIMITS.datasets) return;
  throw conflict(
    'limit_reached',
    `This workspace already has ${DATASET_LIMITS.datasets} datasets, which is the maximum. Delete one.`,
  );
}

/**
 * Locks a dataset over which no run is running. A run that begins meanwhile finds no dataset, and is refused.
 * @throws Refusal `not_found` if there is no such dataset, `conflict` while a run over it is running
 */
async function requireIdle(client: Queryable, datasetId: string): Promise<void> {
  const { rows: locked } = await client.query<{ workspace_id: string }>(
    'SELECT workspace_id FROM quality_datasets WHERE dataset_id = $1 AND deleted_at IS NULL FOR UPDATE',
    [datasetId],
  );
  const dataset = locked[0];
  if (dataset === undefined) throw notFound(`There is no dataset ${datasetId}. Check the id.`);
  const { rows: running } = await client.query<{ run_id: string }>(
    `SELECT run_id FROM quality_experiment_runs r JOIN quality_experiments e USING (experiment_id)
     WHERE e.workspace_id = $1 AND e.declaration ->> 'dataset_id' = $2 AND r.state = 'running' LIMIT 1`,
    [dataset.workspace_id, datasetId],
  );
  const run = running[0];
  if (run === undefined) return;
  const detail = `Run ${run.run_id} over this dataset is running. Wait until it has ended, or cancel it.`;
  throw new Refusal('conflict', detail);
}
