import { afterAll, beforeAll, expect, it } from 'vitest';
import { canActOnAll, permittedLeaves, canEnterWorkspace } from '../../../../domain/tenancy/resolve.ts';
import type { Caller, WorkspaceTree } from '../../../../domain/tenancy/scope.ts';
import { createCredentialStore } from '../../../../store/tenancy/credential-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../../store/tenancy/demo-tenancy.ts';
import { createTenancyStore } from '../../../../store/tenancy/tenancy-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;

beforeAll(async () => {
  world = await openStoreWorld();
});
afterAll(() => world.close());

const { subjects, workspaceId, environments } = DEMO_TENANCY;
const leaves = Object.values(environments);

async function callerAndTree(subjectId: string): Promise<{ caller: Caller; tree: WorkspaceTree }> {
  const store = createTenancyStore(world.pool);
  return { caller: (await store.loadCaller(subjectId))!, tree: (await store.loadTree(workspaceId))! };
}

it('is created once, keeps working credentials, and replaces lost ones', async () => {
  const store = createCredentialStore(world.pool, world.clock);
  const first = await ensureDemoTenancy(world.pool, world.clock, undefined);
  expect(await store.resolve(first.owner)).toMatchObject({ subjectId: subjects.owner, class: 'management' });
  expect(await store.resolve(first.analyst)).toMatchObject({ subjectId: subjects.analyst, class: 'management' });
  expect(await store.resolve(first.narrow)).toMatchObject({ subjectId: subjects.narrow, class: 'management' });
  expect(await store.resolve(first.outsider)).toMatchObject({ subjectId: subjects.outsider, class: 'management' });
  expect(await store.resolve(first.runtime)).toMatchObject({
    subjectId: subjects.owner,
    class: 'runtime',
    environment: { workspaceId, ...environments.assistantProduction },
  });
  const before = await callerAndTree(subjects.owner);

  expect(await ensureDemoTenancy(world.pool, world.clock, first)).toEqual(first);
  const operators = await store.create({ subjectId: subjects.owner, class: 'management', name: 'by hand' });

  const second = await ensureDemoTenancy(world.pool, world.clock, undefined);
  for (const token of Object.values(first)) expect(await store.resolve(token)).toBeUndefined();
  expect(await store.resolve(second.owner)).toMatchObject({ subjectId: subjects.owner, class: 'management' });
  expect(await store.resolve(operators.token)).toMatchObject({ subjectId: subjects.owner, class: 'management' });

  // The stored file may be an old one.
  const third = await ensureDemoTenancy(world.pool, world.clock, first);
  expect(await store.resolve(third.runtime)).toMatchObject({ subjectId: subjects.owner, class: 'runtime' });
  expect(await callerAndTree(subjects.owner)).toEqual(before);

  // A credential from the time before runtime credentials belonged to an environment is replaced.
  await world.pool.query(`UPDATE credentials SET environment_id = NULL WHERE environment_id IS NOT NULL`);
  const fourth = await ensureDemoTenancy(world.pool, world.clock, third);
  expect(await store.resolve(third.runtime)).toBeUndefined();
  expect(await store.resolve(fourth.runtime)).toMatchObject({ environment: environments.assistantProduction });
});

it('gives each subject the access of its name', async () => {
  await ensureDemoTenancy(world.pool, world.clock, undefined);
  const ids = leaves.map((leaf) => leaf.environmentId);
  const owner = await callerAndTree(subjects.owner);
  expect(owner.tree.environments).toEqual(leaves);
  expect(canActOnAll(owner.caller, owner.tree, ids, 'cost.read')).toBe(true);
  expect(canActOnAll(owner.caller, owner.tree, ids, 'dimensions.read')).toBe(true);

  const analyst = await callerAndTree(subjects.analyst);
  expect(canActOnAll(analyst.caller, analyst.tree, ids, 'metadata.read')).toBe(true);
  expect(canActOnAll(analyst.caller, analyst.tree, ids, 'content.read')).toBe(true);
  expect(permittedLeaves(analyst.caller, analyst.tree, 'cost.read')).toEqual([]);
  expect(permittedLeaves(analyst.caller, analyst.tree, 'dimensions.read')).toEqual([]);

  const narrow = await callerAndTree(subjects.narrow);
  const assistant = [environments.assistantProduction, environments.assistantStaging];
  expect(permittedLeaves(narrow.caller, narrow.tree, 'metadata.read')).toEqual(assistant);
  expect(permittedLeaves(narrow.caller, narrow.tree, 'cost.read')).toEqual(assistant);
  expect(permittedLeaves(narrow.caller, narrow.tree, 'dimensions.read')).toEqual([]);

  const outsider = await callerAndTree(subjects.outsider);
  expect(canEnterWorkspace(outsider.caller, outsider.tree)).toBe(false);
  expect(canEnterWorkspace(outsider.caller, DEMO_TENANCY.outside)).toBe(true);
});
