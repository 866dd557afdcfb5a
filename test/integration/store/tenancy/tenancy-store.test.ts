import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessBindingStore, type AccessBindingStore } from '../../../../store/tenancy/access-binding-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createCredentialStore } from '../../../../store/tenancy/credential-store.ts';
import { createNamedNodeStore } from '../../../../store/tenancy/named-node-store.ts';
import { createTenancyNodeStore } from '../../../../store/tenancy/tenancy-node-store.ts';
import { createTenancyStore, type TenancyStore } from '../../../../store/tenancy/tenancy-store.ts';
import { describeTenancyContract } from '../../../../testing/contracts/tenancy-contract.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let tenancies: TenancyStore;
let bindings: AccessBindingStore;

beforeAll(async () => {
  world = await openStoreWorld();
  tenancies = createTenancyStore(world.pool);
  bindings = createAccessBindingStore(world.pool, world.clock);
});
afterAll(() => world.close());

describeTenancyContract(() => {
  const nodes = createTenancyNodeStore(world.pool, world.clock);
  const credentials = createCredentialStore(world.pool, world.clock);
  return {
    credentials,
    tenancy: tenancies,
    names: createNamedNodeStore(world.pool),
    async makeTree() {
      const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = await makeTenancy(world);
      const { id } = await nodes.create('environment', { name: 'staging', parentId: gatewayId });
      const environments = [id, environmentId].map((leaf) => ({ applicationId, gatewayId, environmentId: leaf }));
      return { organizationId, workspaceId, environments };
    },
    makeSubject: async (parentId) => (await nodes.create('subject', { name: 'Member', parentId })).id,
    async bind(subjectId, actions, { workspaceId: nodeId }) {
      await bindings.create({ subjectId, actions, nodeId });
    },
    makeCredential: (subjectId) => credentials.create({ subjectId, class: 'management', name: 'key' }),
    async revoke({ credentialId }) {
      await credentials.revoke(credentialId);
    },
  };
});

describe('a caller', () => {
  it('has no bindings until it is bound, and its epoch changes with every change', async () => {
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

  it('keeps its epoch if a change is refused', async () => {
    const tenancy = await makeTenancy(world);
    const foreign = await makeTenancy(world);
    const subjectId = tenancy.ownerId;
    const bind = (nodeId: string) => bindings.create({ subjectId, actions: ['metadata.read'], nodeId });
    await expect(bind(foreign.workspaceId)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(bind(newId('workspace'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(bindings.remove(newId('binding'))).rejects.toMatchObject({ code: 'not_found' });
    expect((await tenancies.loadCaller(subjectId))?.authorityEpoch).toBe('1');
  });

  it.each(['organization', 'workspace', 'application', 'gateway', 'environment'] as const)(
    'is bound to a %s with all its parents',
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
  it('is empty for a workspace without environments, and undefined for a missing one', async () => {
    const { organizationId } = await makeTenancy(world);
    const nodes = createTenancyNodeStore(world.pool, world.clock);
    const { id: workspaceId } = await nodes.create('workspace', { name: 'Bare', parentId: organizationId });
    expect(await tenancies.loadTree(workspaceId)).toEqual({ organizationId, workspaceId, environments: [] });
    expect(await tenancies.loadTree(newId('workspace'))).toBeUndefined();
  });
});

it('refuses a node under a missing parent', async () => {
  const nodes = createTenancyNodeStore(world.pool, world.clock);
  const parentId = newId('workspace');
  await expect(nodes.create('application', { name: 'Lost', parentId })).rejects.toMatchObject({
    code: 'not_found',
    message: `There is no workspace ${parentId}. Check the id.`,
  });
});
