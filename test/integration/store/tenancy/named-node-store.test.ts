import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNamedNodeStore, type NamedNodeStore } from '../../../../store/tenancy/named-node-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const NOW = '2026-03-02T08:00:00.000Z';

let world: StoreWorld;
let names: NamedNodeStore;
beforeAll(async () => {
  world = await openStoreWorld(NOW);
  names = createNamedNodeStore(world.pool);
});
afterAll(() => world.close());

it('lists the nodes of each kind with their names and all ids above them, and none of another tenant', async () => {
  const tenancy = await makeTenancy(world);
  await makeTenancy(world);
  const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = tenancy;
  const page = { limit: 10, after: undefined };
  const createdAt = new Date(NOW);
  const list = (kind: Parameters<NamedNodeStore['listNodes']>[0]) =>
    names.listNodes(kind, { organizationId, ...(kind !== 'workspace' && { workspaceId }) }, page);
  const workspace = { organizationId, workspaceId };
  expect(await list('workspace')).toEqual([{ block: workspace, name: 'Ws', createdAt }]);
  const application = { ...workspace, applicationId };
  expect(await list('application')).toEqual([{ block: application, name: 'App', createdAt }]);
  const gateway = { ...application, gatewayId };
  expect(await list('gateway')).toEqual([{ block: gateway, name: 'Gw', createdAt }]);
  expect(await list('environment')).toEqual([{ block: { ...gateway, environmentId }, name: 'Env', createdAt }]);
});

it('continues strictly after a key', async () => {
  const { organizationId, workspaceId } = await makeTenancy(world);
  const list = (id: string) =>
    names.listNodes('workspace', { organizationId }, { limit: 1, after: { createdAt: NOW, id } });
  expect(await list(workspaceId)).toEqual([]);
  expect((await list(`${workspaceId}z`)).map(({ block }) => block.workspaceId)).toEqual([workspaceId]);
});

it('returns the names of a subject and its organization', async () => {
  const { ownerId } = await makeTenancy(world);
  expect(await names.namesOf(ownerId)).toEqual({ subject: expect.any(String) as string, organization: 'Org' });
  expect(await names.namesOf('sub_00000000000000000000000009')).toBeUndefined();
});
