import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DATASET_LIMITS } from '../../../../domain/quality/datasets/dataset-limits.ts';
import type { DatasetEdit } from '../../../../domain/quality/datasets/edit-members.ts';
import { createControlPlaneEventStore } from '../../../../store/ingest/control-plane-event-store.ts';
import { createRetentionStore } from '../../../../store/insight/retention-store.ts';
import type { CreationRequest } from '../../../../store/postgres/create-once.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import {
  createDatasetStore,
  type DatasetStore,
  type NewDataset,
} from '../../../../store/quality/datasets/dataset-store.ts';
import { requireNoErasure, withDatasetBuildsPaused } from '../../../../store/quality/datasets/dataset-build-guard.ts';
import { eraseDatasetMembers } from '../../../../store/quality/datasets/erase-dataset-members.ts';
import { createQualityWorkspaceFinder } from '../../../../store/quality/quality-workspace-finder.ts';
import { makeMember } from '../../../../testing/quality/make-dataset-member.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

const START = '2026-03-02T08:00:00.000Z';
const LATER = '2026-03-02T09:00:00.000Z';

let world: StoreWorld;
let here: Tenancy;
let store: DatasetStore;
beforeAll(async () => {
  world = await openStoreWorld(START);
  store = createDatasetStore(world.pool, world.clock);
});
beforeEach(async () => {
  world.clock.set(START);
  here = await makeTenancy(world);
});
afterAll(() => world.close());

const MEMBERS = [
  makeMember('a', { contentHash: 'f'.repeat(64), hasAnswer: true, annotations: { note: 'x' } }),
  makeMember('b', { segment: 'chat', admittedAtMs: Date.parse('2026-02-01T00:00:00.000Z') }),
];

const newDataset = (change: Partial<NewDataset> = {}): NewDataset => ({
  workspaceId: here.workspaceId,
  name: 'Chats',
  builder: 'from_filter',
  definition: { limit: 2 },
  members: MEMBERS,
  duplicates: { requests: 0, contents: 1 },
  retentionGeneration: undefined,
  appended: undefined,
  createdBy: 'tok_1',
  ...change,
});
const asked = (idempotencyKey?: string, fingerprint = 'sha256:a'): CreationRequest => ({
  callerId: `tok_${here.workspaceId}`,
  idempotencyKey,
  fingerprint,
});
const make = async (change: Partial<NewDataset> = {}) => (await store.create(asked(), newDataset(change))).dataset;
const edit = async (datasetId: string, expected: number, change: Partial<DatasetEdit>) =>
  store.edit(
    datasetId,
    expected,
    { remove: [], add: [], annotate: [], ...change },
    { editedBy: 'tok_2', retentionGeneration: await store.beginBuild(here.workspaceId) },
  );
const idsOf = async (datasetId: string, version?: number) =>
  (await store.readVersion({ datasetId, version }))?.members.map(({ requestId }) => requestId);

describe('creating', () => {
  it('stores members in their order, with the counts of the version', async () => {
    const { datasetId, ...dataset } = await make();
    expect(dataset).toEqual({
      ...{ workspaceId: here.workspaceId, name: 'Chats', builder: 'from_filter', definition: { limit: 2 } },
      ...{ latestVersion: 1, version: 1, createdAt: new Date(START), versionCreatedAt: new Date(START) },
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      census: {
        ...{ items: 2, syntheticItems: 0, importedItems: 0, capturedBodies: 1, capturedRequests: 1 },
        isFitEligible: true,
      },
      duplicates: { requests: 0, contents: 1 },
    });
    expect(await store.readVersion({ datasetId, version: undefined })).toEqual({
      dataset: { datasetId, ...dataset },
      members: MEMBERS.map((member, position) => ({ ...member, position, isErased: false })),
    });
  });

  it('makes one dataset of repeated and concurrent requests with one key', async () => {
    expect(await store.findCreated(asked('k'))).toBeUndefined();
    const [one, other] = await Promise.all([
      store.create(asked('k'), newDataset()),
      store.create(asked('k'), newDataset()),
    ]);
    expect(one.dataset).toEqual(other.dataset);
    expect([one.isReplay, other.isReplay].sort()).toEqual([false, true]);
    expect(await store.findCreated(asked('k'))).toEqual(one.dataset);
    expect(await store.findCreated(asked())).toBeUndefined();
    await expect(store.findCreated(asked('k', 'sha256:b'))).rejects.toMatchObject({ code: 'conflict' });
    const { workspaceId } = here;
    expect(await store.list({ workspaceId }, { after: undefined, limit: 9 })).toEqual([one.dataset]);
  });

  it('appends requests to the events of the control plane, in the same transaction', async () => {
    const events = createControlPlaneEventStore(world.pool);
    const [from, scope] = [await events.end(), await store.scopeOf(here.workspaceId, here.environmentId)];
    const request = { requestId: 'req_1', kind: 'imported', segment: '', model: undefined, hasAnswer: true } as const;
    const appended = { scope: scope!, requests: [request], at: new Date(START) };
    const { census } = await make({ members: [makeMember('req_1', { kind: 'imported' })], appended });
    expect(census).toMatchObject({ items: 1, importedItems: 1, isFitEligible: false });
    const lines = await events.lines(from, 9);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        event: 'request_terminal',
        logical_request_id: 'req_1',
        purpose: 'playground',
        terminal_kind: 'dataset_import',
      },
    ]);
  });

  it('refuses more datasets than a workspace may have', async () => {
    await world.pool.query(
      `INSERT INTO quality_datasets (dataset_id, workspace_id, name, builder, definition, latest_version, created_by, created_at)
       SELECT $1 || number, $1, 'x', 'import', '{}', 1, 'tok_1', $3 FROM generate_series(1, $2) AS number`,
      [here.workspaceId, DATASET_LIMITS.datasets - 1, START],
    );
    await make();
    await expect(make()).rejects.toThrow('already has 1000 datasets');
  });
});

describe('listing', () => {
  it('shows the datasets of one workspace, newest first, by builder and eligibility', async () => {
    const first = await make();
    world.clock.set(LATER);
    const second = await make({ builder: 'import', members: [makeMember('c', { kind: 'imported' })] });
    const { workspaceId } = here;
    const list = (filter: object, limit = 9) => store.list({ workspaceId, ...filter }, { after: undefined, limit });
    expect(await list({})).toEqual([second, first]);
    expect(await list({}, 1)).toEqual([second]);
    const after = { createdAt: LATER, id: second.datasetId };
    expect(await store.list({ workspaceId }, { after, limit: 9 })).toEqual([first]);
    expect(await list({ builder: 'import' })).toEqual([second]);
    expect(await list({ isFitEligible: true })).toEqual([first]);
    expect(await list({ isFitEligible: false })).toEqual([second]);
    expect(await list({ workspaceId: (await makeTenancy(world)).workspaceId })).toEqual([]);
  });
});

describe('an edit', () => {
  it('makes the next version, and leaves every version before as it was', async () => {
    const { datasetId } = await make();
    const before = await store.readVersion({ datasetId, version: 1 });
    world.clock.set(LATER);
    const { dataset, edited } = await edit(datasetId, 1, {
      add: [makeMember('c', { kind: 'synthetic' }), makeMember('b')],
      annotate: [{ requestId: 'a', annotations: { note: null, label: 'pass' } }],
    });
    expect([edited.added, edited.annotated, edited.duplicates]).toEqual([1, 1, { requests: 1, contents: 0 }]);
    expect(dataset).toMatchObject({ version: 2, latestVersion: 2, versionCreatedAt: new Date(LATER) });
    expect(dataset.census).toMatchObject({ items: 3, syntheticItems: 1, isFitEligible: false });
    await edit(datasetId, 2, { remove: ['b'], add: [makeMember('b'), makeMember('d')] });
    expect(await idsOf(datasetId)).toEqual(['a', 'c', 'b', 'd']);
    expect(await idsOf(datasetId, 2)).toEqual(['a', 'b', 'c']);
    const after = await store.readVersion({ datasetId, version: 1 });
    expect(after).toEqual({ ...before, dataset: { ...before!.dataset, latestVersion: 3 } });
    expect((await store.readVersion({ datasetId, version: 2 }))?.members[0]).toMatchObject({
      ...{ requestId: 'a', position: 0, annotations: { label: 'pass' } },
    });
    expect(await store.find({ datasetId, version: 4 })).toBeUndefined();
  });

  it('of two at once, one wins, and the other is refused', async () => {
    const { datasetId } = await make();
    const settled = await Promise.allSettled([
      edit(datasetId, 1, { remove: ['a'] }),
      edit(datasetId, 1, { remove: ['b'] }),
    ]);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const rejected = settled.find((one) => one.status === 'rejected');
    expect(rejected?.reason).toMatchObject({
      code: 'conflict',
      message: 'The dataset has version 2, and not the expected version 1. Read it again, and repeat the edit.',
    });
    expect(await idsOf(datasetId)).toHaveLength(1);
  });

  it('makes no version if it changes nothing, and none beyond the maximum', async () => {
    const { datasetId } = await make();
    const { dataset, edited } = await edit(datasetId, 1, { remove: ['z'], add: [makeMember('a')] });
    expect([dataset.latestVersion, edited.notMembers]).toEqual([1, 1]);
    const { versions } = DATASET_LIMITS;
    await world.pool.query(
      `INSERT INTO quality_dataset_versions SELECT dataset_id, $2, digest, items, synthetic_items, imported_items,
         captured_bodies, captured_requests, duplicate_requests, duplicate_contents, is_fit_eligible, created_by, created_at
       FROM quality_dataset_versions WHERE dataset_id = $1`,
      [datasetId, versions],
    );
    await world.pool.query('UPDATE quality_datasets SET latest_version = $2 WHERE dataset_id = $1', [
      datasetId,
      versions,
    ]);
    await expect(edit(datasetId, versions, { remove: ['a'] })).rejects.toThrow('at most 1000 versions');
  });

  it('refuses an unknown dataset', async () => {
    await expect(edit(newId('dataset'), 1, { remove: ['a'] })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a deletion', () => {
  it('hides all versions, and is refused while a run is running', async () => {
    const { datasetId } = await make();
    await world.pool.query(
      `INSERT INTO quality_experiments (experiment_id, workspace_id, declaration, pinned_digest, created_at)
       VALUES ($1, $2, $3, '', $4)`,
      [datasetId, here.workspaceId, JSON.stringify({ dataset_id: datasetId }), START],
    );
    await world.pool.query(
      `INSERT INTO quality_experiment_runs
         (run_id, experiment_id, workspace_id, state, spend_ceiling_nano_usd, started_at, touched_at)
       VALUES ($1, $1, $2, 'running', 0, $3, $3)`,
      [datasetId, here.workspaceId, START],
    );
    await expect(store.remove(datasetId, 'tok_1')).rejects.toMatchObject({
      ...{
        code: 'conflict',
        message: `Run ${datasetId} over this dataset is running. Wait until it has ended, or cancel it.`,
      },
    });
    await world.pool.query(`UPDATE quality_experiment_runs SET state = 'complete', ended_at = $2 WHERE run_id = $1`, [
      datasetId,
      LATER,
    ]);
    await store.remove(datasetId, 'tok_1');
    expect(await store.readVersion({ datasetId, version: undefined })).toBeUndefined();
    expect(await store.list({ workspaceId: here.workspaceId }, { after: undefined, limit: 9 })).toEqual([]);
    await expect(store.remove(datasetId, 'tok_1')).rejects.toMatchObject({ code: 'not_found' });
    await expect(edit(datasetId, 1, { remove: ['a'] })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an erasure', () => {
  it('of requests removes annotations and hashes in every version, but not the version', async () => {
    const { datasetId, digest } = await make();
    await edit(datasetId, 1, { annotate: [{ requestId: 'a', annotations: { label: 'fail' } }] });
    const other = await makeTenancy(world);
    const erase = (workspaceId: string) =>
      eraseDatasetMembers(world.pool, { workspaceId, requestIds: ['a', 'z'] }, new Date(LATER));
    expect(await erase(other.workspaceId)).toBe(0);
    expect(await erase(here.workspaceId)).toBe(2);
    expect(await erase(here.workspaceId)).toBe(0);
    for (const version of [1, 2]) {
      const read = await store.readVersion({ datasetId, version });
      expect(read?.members).toMatchObject([
        { requestId: 'a', annotations: {}, contentHash: '', hasAnswer: false, isErased: true },
        { requestId: 'b', isErased: false },
      ]);
      expect(read?.dataset.census).toMatchObject({ items: 2, capturedBodies: 1 });
    }
    expect(await store.find({ datasetId, version: 1 })).toMatchObject({ digest });
    await expect(edit(datasetId, 2, { annotate: [{ requestId: 'a', annotations: { x: 'y' } }] })).rejects.toThrow(
      'This item was erased',
    );
  });

  it('of a user refuses builds and edits that began before or during it', async () => {
    const { workspaceId } = here;
    const { datasetId } = await make();
    const changed = {
      code: 'conflict',
      message: expect.stringContaining('was erased while its requests were read') as unknown,
    };
    const busy = {
      code: 'conflict',
      message: expect.stringContaining('A user of this workspace is being erased') as unknown,
    };
    const retentionGeneration = await store.beginBuild(workspaceId);
    const add = () =>
      store.edit(
        datasetId,
        1,
        { remove: [], add: [makeMember('c')], annotate: [] },
        { editedBy: 'tok_2', retentionGeneration },
      );
    await withDatasetBuildsPaused(world.pool, workspaceId, async () => {
      await expect(store.beginBuild(workspaceId)).rejects.toMatchObject(busy);
      await expect(make({ retentionGeneration })).rejects.toMatchObject(busy);
      await expect(add()).rejects.toMatchObject(busy);
      const other = await makeTenancy(world);
      expect(await store.beginBuild(other.workspaceId)).toBe(1n);
    });
    await expect(make({ retentionGeneration })).rejects.toMatchObject(changed);
    await expect(add()).rejects.toMatchObject(changed);
    expect(await idsOf(datasetId)).toEqual(['a', 'b']);
    await make({ retentionGeneration: await store.beginBuild(workspaceId) });
  });

  it('of a user waits for items that are being stored', async () => {
    const { workspaceId } = here;
    const retentionGeneration = await store.beginBuild(workspaceId);
    const client = await world.pool.connect();
    await client.query('BEGIN');
    await requireNoErasure(client, workspaceId, retentionGeneration);
    let isErasing = false;
    const erased = withDatasetBuildsPaused(world.pool, workspaceId, () => {
      isErasing = true;
      return Promise.resolve();
    });
    await waitUntil(async () => {
      const { rowCount } = await world.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    }, 10);
    expect(isErasing).toBe(false);
    await client.query('COMMIT');
    client.release();
    await erased;
    expect(isErasing).toBe(true);
  });

  it('of everything before a time does the same', async () => {
    const { datasetId } = await make({
      members: [makeMember('a', { admittedAtMs: 0, annotations: { note: 'x' } }), MEMBERS[1]!],
    });
    await createRetentionStore(world.pool).markErased(here.workspaceId, new Date('2026-02-01T00:00:00.000Z'));
    expect((await store.readVersion({ datasetId, version: 1 }))?.members).toMatchObject([
      { requestId: 'a', annotations: {}, isErased: true },
      { requestId: 'b', isErased: false },
    ]);
  });
});

describe('the place of a build', () => {
  it('is a stated environment of the workspace, or the only one', async () => {
    const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = here;
    const scope = {
      ...{ organization_id: organizationId, workspace_id: workspaceId, application_id: applicationId },
      ...{ gateway_id: gatewayId, environment_id: environmentId },
    };
    expect(await store.scopeOf(workspaceId, undefined)).toEqual(scope);
    expect(await store.scopeOf(workspaceId, environmentId)).toEqual(scope);
    const other = await makeTenancy(world);
    expect(await store.scopeOf(workspaceId, other.environmentId)).toBeUndefined();
    await world.pool.query(
      `INSERT INTO environments (environment_id, gateway_id, name, created_at) VALUES ($1, $2, 'Second', $3)`,
      [newId('environment'), gatewayId, START],
    );
    expect(await store.scopeOf(workspaceId, undefined)).toBeUndefined();
    expect(await store.scopeOf(workspaceId, environmentId)).toEqual(scope);
  });

  it('is a workspace that exists', async () => {
    const finder = createQualityWorkspaceFinder(world.pool);
    expect(await finder.has(here.workspaceId)).toBe(true);
    expect(await finder.has(newId('workspace'))).toBe(false);
    const { count, first } = await finder.survey();
    expect(count).toBeGreaterThan(1);
    expect(first! <= here.workspaceId).toBe(true);
  });
});
