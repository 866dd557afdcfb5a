import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessBindingStore, type AccessBindingStore } from '../../../../store/tenancy/access-bindings.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createTenancyNodeStore } from '../../../../store/tenancy/tenancy-nodes.ts';
import { createTenancyStore, type TenancyStore } from '../../../../store/tenancy/tenancy.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../store-world.ts';

let world: StoreWorld;
let tenancies: TenancyStore;
let bindings: AccessBindingStore;

beforeAll(async () => {
  world = await openStoreWorld();
  tenancies = createTenancyStore(world.pool);
  bindings = createAccessBindingStore(world.pool, world.clock);
});
afterAll(() => world.close());

describe('a caller', () => {
  it('has no bindings until it is bound, and its epoch moves with every change', async () => {
    const tenancy = await makeTenancy(world);
    const { ownerId: subjectId, organizationId } = tenancy;
    const base = { subjectId, organizationId };
    expect(await tenancies.loadCaller(subjectId)).toEqual({ ...base, authorityEpoch: '1', bindings: [] });

    const actions = ['metadata.read', 'cost.read'] as const;
    const { bindingId } = await bindings.create({ subjectId, actions, nodeId: tenancy.gatewayId });
    const { workspaceId, applicationId, gatewayId } = tenancy;
    const block = { organizationId, workspaceId, applicationId, gatewayId };
    expect(await tenancies.loadCaller(subjectId)).toEqual({
      ...base,
      authorityEpoch: '2',
      bindings: [{ actions, block }],
    });

    await bindings.create({ subjectId, actions: ['metadata.read'], nodeId: organizationId });
    expect(await tenancies.loadCaller(subjectId)).toEqual({
      ...base,
      authorityEpoch: '3',
      bindings: [
        { actions, block },
        { actions: ['metadata.read'], block: { organizationId } },
      ],
    });

    await bindings.remove(bindingId);
    expect(await tenancies.loadCaller(subjectId)).toEqual({
      ...base,
      authorityEpoch: '4',
      bindings: [{ actions: ['metadata.read'], block: { organizationId } }],
    });
  });

  it('keeps its epoch when a change is refused', async () => {
    const tenancy = await makeTenancy(world);
    const foreign = await makeTenancy(world);
    const subjectId = tenancy.ownerId;
    const bind = (nodeId: string) => bindings.create({ subjectId, actions: ['metadata.read'], nodeId });
    await expect(bind(foreign.workspaceId)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(bind(newId('workspace'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(bindings.remove(newId('binding'))).rejects.toMatchObject({ code: 'not_found' });
    expect((await tenancies.loadCaller(subjectId))?.authorityEpoch).toBe('1');
  });

  it('is undefined when there is no such subject', async () => {
    expect(await tenancies.loadCaller(newId('subject'))).toBeUndefined();
  });

  it.each(['organization', 'workspace', 'application', 'gateway', 'environment'] as const)(
    'is bound to a %s with everything above it named',
    async (kind) => {
      const tenancy = await makeTenancy(world);
      const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = tenancy;
      const path = { organizationId, workspaceId, applicationId, gatewayId, environmentId };
      const depth = ['organization', 'workspace', 'application', 'gateway', 'environment'].indexOf(kind) + 1;
      const nodeId = Object.values(path)[depth - 1]!;
      const { block } = await bindings.create({ subjectId: tenancy.ownerId, actions: ['metadata.read'], nodeId });
      expect(block).toEqual(Object.fromEntries(Object.entries(path).slice(0, depth)));
    },
  );
});

describe('a workspace tree', () => {
  it('holds every environment of the workspace in the order of their ids, and nothing of another workspace', async () => {
    const tenancy = await makeTenancy(world);
    await makeTenancy(world);
    const nodes = createTenancyNodeStore(world.pool, world.clock);
    const { applicationId, gatewayId, organizationId, workspaceId } = tenancy;
    const { id: second } = await nodes.create('environment', { name: 'staging', parentId: gatewayId });
    const leaves = [tenancy.environmentId, second].sort();
    expect(await tenancies.loadTree(workspaceId)).toEqual({
      organizationId,
      workspaceId,
      environments: leaves.map((environmentId) => ({ applicationId, gatewayId, environmentId })),
    });
  });

  it('is empty for a workspace without environments, and undefined for one that is not there', async () => {
    const { organizationId } = await makeTenancy(world);
    const nodes = createTenancyNodeStore(world.pool, world.clock);
    const { id: workspaceId } = await nodes.create('workspace', { name: 'Bare', parentId: organizationId });
    expect(await tenancies.loadTree(workspaceId)).toEqual({ organizationId, workspaceId, environments: [] });
    expect(await tenancies.loadTree(newId('workspace'))).toBeUndefined();
  });
});

it('names the subjects that are members of an organization', async () => {
  const tenancy = await makeTenancy(world);
  const foreign = await makeTenancy(world);
  const asked = [tenancy.ownerId, tenancy.otherId, foreign.ownerId, newId('subject')];
  const members = await tenancies.organizationMembers(tenancy.organizationId, asked);
  expect(members).toEqual(new Set([tenancy.ownerId, tenancy.otherId]));
});

it('refuses a node under a parent that is not there', async () => {
  const nodes = createTenancyNodeStore(world.pool, world.clock);
  const parentId = newId('workspace');
  await expect(nodes.create('application', { name: 'Lost', parentId })).rejects.toMatchObject({
    code: 'not_found',
    message: `There is no workspace ${parentId}.`,
  });
});
