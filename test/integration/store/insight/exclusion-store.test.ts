import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExclusionStore } from '../../../../store/insight/exclusion-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
beforeAll(async () => {
  world = await openStoreWorld();
});
afterAll(() => world.close());

it('lists the exclusions of one workspace in pages, newest first, also of one instant', async () => {
  const exclusions = createExclusionStore(world.pool, world.clock);
  const [own, other] = [await makeTenancy(world), await makeTenancy(world)];
  const window = { from: new Date('2026-02-01T08:00:00Z'), to: new Date('2026-02-01T09:00:00Z'), reason: 'Load test' };
  const added = [];
  for (const nodeId of [own.workspaceId, own.gatewayId, own.environmentId]) {
    added.unshift(await exclusions.add({ ...window, nodeId }));
    if (nodeId === own.workspaceId) world.clock.set('2026-03-02T08:00:01.000Z');
  }
  await exclusions.add({ ...window, nodeId: other.workspaceId });
  const { workspaceId } = own;
  const first = await exclusions.listPage({ workspaceId, after: undefined, limit: 1 });
  expect(first).toEqual(added.slice(0, 1));
  expect(await exclusions.listPage({ workspaceId, after: first[0], limit: 9 })).toEqual(added.slice(1));
  expect(await exclusions.list(workspaceId)).toEqual(added);
});
