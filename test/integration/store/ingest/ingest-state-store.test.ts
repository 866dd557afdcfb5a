import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExclusionStore } from '../../../../store/insight/exclusion-store.ts';
import type { BatchPlan } from '../../../../store/ingest/planning/batch-plan.ts';
import { createIngestBatchStore } from '../../../../store/ingest/ingest-batch-store.ts';
import { createIngestSourceStore } from '../../../../store/ingest/ingest-source-store.ts';
import { createIngestStateStore } from '../../../../store/ingest/ingest-state-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createTenancyNodeStore } from '../../../../store/tenancy/tenancy-node-store.ts';
import { EMPTY_PLAN } from '../../../../testing/ingest/empty-plan.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
beforeAll(async () => {
  world = await openStoreWorld();
});
afterAll(() => world.close());

const JANUARY = { from: new Date('2026-01-01T00:00:00.000Z'), to: new Date('2026-02-01T00:00:00.000Z') };

/** Plans a batch of two lines of a separate source, with a gap of a minute, and optionally loads it. */
async function ingest(tenancy: Tenancy, gapAt: string, loaded: boolean): Promise<void> {
  const batches = createIngestBatchStore(world.pool, world.clock);
  const source = { id: `journal:${newId('request')}`, kind: 'journal', location: '/nowhere' } as const;
  await createIngestSourceStore(world.pool, world.clock).lease(source, 'test');
  const ids = { organizationId: tenancy.organizationId, workspaceId: tenancy.workspaceId };
  const fromMs = Date.parse(gapAt);
  const plan: BatchPlan = {
    ...EMPTY_PLAN,
    gaps: [
      {
        ...ids,
        environmentId: undefined,
        producerClass: 'gateway_journal',
        fromMs,
        toMs: fromMs + 60_000,
        cause: 'declared',
        reason: 'outage',
        lines: [],
      },
    ],
    reach: [{ ...ids, producerClass: 'gateway_journal', lastIndex: 1, oldestMs: fromMs, newestMs: fromMs }],
    own: new Map([[tenancy.workspaceId, 2]]),
  };
  const block = { sourceId: source.id, firstOffset: 0n, lastOffset: 2n, lineCount: 2, workspaceIds: [] };
  const planned = await batches.plan('test', block, () => Promise.resolve(plan));
  if (loaded) await batches.markLoaded([{ batch: planned!, reach: plan.reach }]);
}

it('shows a pin the gaps that were disclosed at its time, and no later ones', async () => {
  const tenancy = await makeTenancy(world);
  const states = createIngestStateStore(world.pool);
  const read = (disclosedThrough?: bigint) =>
    states.read({
      ...tenancy,
      ...JANUARY,
      ...(disclosedThrough !== undefined && { pin: { disclosedThrough, fence: disclosedThrough } }),
    });
  const gapTimes = async (bound?: bigint) => (await read(bound)).gaps.map((gap) => gap.from.toISOString());

  await ingest(tenancy, '2026-01-05T00:00:00.000Z', true);
  const pin = await read();
  expect(pin.disclosedThrough).toBe(pin.fence);
  // The plan discloses a gap before its batch is loaded.
  await ingest(tenancy, '2026-01-03T00:00:00.000Z', false);
  await ingest(tenancy, '2026-01-04T00:00:00.000Z', true);
  await ingest(tenancy, '2026-02-01T00:00:00.000Z', true);

  const now = await read();
  expect(now.fence).toBe(pin.fence);
  expect(now.disclosedThrough).toBe(pin.disclosedThrough + 6n);
  expect(await gapTimes()).toEqual([
    '2026-01-03T00:00:00.000Z',
    '2026-01-04T00:00:00.000Z',
    '2026-01-05T00:00:00.000Z',
  ]);
  expect(await gapTimes(pin.disclosedThrough)).toEqual(['2026-01-05T00:00:00.000Z']);
  expect(await gapTimes(pin.disclosedThrough + 2n)).toEqual(['2026-01-03T00:00:00.000Z', '2026-01-05T00:00:00.000Z']);
  expect((await read(pin.disclosedThrough)).disclosedThrough).toBe(pin.disclosedThrough);
  expect([pin.ownFence, pin.ownDisclosedThrough, now.ownFence, now.ownDisclosedThrough]).toEqual([2n, 2n, 2n, 8n]);
  // Batches above the fence are loaded, and not part of an answer yet.
  expect(now.watermarks[0]).toMatchObject({
    produced_through: now.ownDisclosedThrough,
    indexed_through: now.ownFence,
    last_indexed_at: world.clock.now(),
  });
});

it('treats a plan of an earlier version without workspaces as affecting everyone until it is loaded', async () => {
  const tenancy = await makeTenancy(world);
  await ingest(tenancy, '2026-01-05T00:00:00.000Z', true);
  const states = createIngestStateStore(world.pool);
  const before = await states.read({ ...tenancy, ...JANUARY });
  await ingest(tenancy, '2026-01-06T00:00:00.000Z', true);
  await world.pool.query('UPDATE ingest_batches SET own_before = NULL, loaded_at = NULL WHERE first_seq > $1', [
    before.fence,
  ]);
  expect((await states.read({ ...tenancy, ...JANUARY })).fence).toBe(before.fence);
  await world.pool.query('UPDATE ingest_batches SET loaded_at = $1 WHERE own_before IS NULL', [world.clock.now()]);
  expect((await states.read({ ...tenancy, ...JANUARY })).fence).toBe(before.fence + 2n);
});

it('returns gaps of one hour as one, and separates gaps that end in another', async () => {
  const tenancy = await makeTenancy(world);
  const times = ['05T08:00:00.000', '05T08:20:00.000', '05T08:59:00.000', '05T09:00:00.000', '05T08:59:30.000'];
  for (const time of times) await ingest(tenancy, `2026-01-${time}Z`, true);
  const { gaps } = await createIngestStateStore(world.pool).read({ ...tenancy, ...JANUARY });
  const gap = (from: string, to: string) => ({
    producerClass: 'gateway_journal',
    from: new Date(`2026-01-05T${from}Z`),
    to: new Date(`2026-01-05T${to}Z`),
  });
  expect(gaps).toMatchObject([gap('08:00:00', '09:00:00'), gap('08:59:30', '09:00:30'), gap('09:00:00', '09:01:00')]);
});

it('resolves an exclusion to the leaves of its node, including later ones, if it touches the window', async () => {
  const tenancy = await makeTenancy(world);
  const { workspaceId, gatewayId, applicationId, environmentId } = tenancy;
  const nodes = createTenancyNodeStore(world.pool, world.clock);
  const { id: otherGateway } = await nodes.create('gateway', { name: 'Other', parentId: applicationId });
  const { id: otherLeaf } = await nodes.create('environment', { name: 'Other', parentId: otherGateway });
  const exclusions = createExclusionStore(world.pool, world.clock);
  const hour = (text: string): Date => new Date(`2026-${text}:00:00.000Z`);
  const add = (nodeId: string, from: string, to: string) =>
    exclusions.add({ nodeId, from: hour(from), to: hour(to), reason: 'test' });
  await add(workspaceId, '01-01T00', '01-01T01');
  await add(gatewayId, '01-02T00', '01-02T01');
  await add(otherLeaf, '01-03T00', '01-03T01');
  // These two only touch the window with an exclusive end.
  await add(workspaceId, '02-01T00', '02-01T01');
  await exclusions.add({
    nodeId: workspaceId,
    from: new Date('2025-12-31T00:00:00.000Z'),
    to: JANUARY.from,
    reason: 'x',
  });
  const { id: later } = await nodes.create('environment', { name: 'Later', parentId: gatewayId });

  const state = await createIngestStateStore(world.pool).read({ ...tenancy, ...JANUARY });
  expect(state.exclusions).toEqual([
    { environmentIds: [environmentId, otherLeaf, later].sort(), from: hour('01-01T00'), to: hour('01-01T01') },
    { environmentIds: [environmentId, later].sort(), from: hour('01-02T00'), to: hour('01-02T01') },
    { environmentIds: [otherLeaf], from: hour('01-03T00'), to: hour('01-03T01') },
  ]);
  expect(state.generations.exclusion).toBe(6);
});

it('returns nothing for a workspace without lines, and mixes no workspaces', async () => {
  await ingest(await makeTenancy(world), '2026-01-05T00:00:00.000Z', true);
  const state = await createIngestStateStore(world.pool).read({ ...(await makeTenancy(world)), ...JANUARY });
  expect(state).toMatchObject({ gaps: [], exclusions: [], generations: { projection: 1, retention: 1, exclusion: 1 } });
  expect(state).not.toHaveProperty('keepsFrom');
  expect(state.watermarks).toEqual([
    { producer_class: 'gateway_journal', produced_through: 0n, indexed_through: 0n },
    { producer_class: 'control_plane_outbox', produced_through: 0n, indexed_through: 0n },
  ]);
});
