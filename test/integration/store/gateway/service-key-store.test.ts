import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createGatewayProcessStore,
  type GatewayProcessStore,
} from '../../../../store/gateway/gateway-process-store.ts';
import { createServiceKeyStore, type ServiceKeyStore } from '../../../../store/gateway/service-key-store.ts';
import {
  createServiceCredentialStore,
  type NewServiceCredential,
  type ServiceCredentialStore,
} from '../../../../store/tenancy/service-credential-store.ts';
import { createServiceIdentityStore } from '../../../../store/tenancy/service-identity-store.ts';
import { createTeamStore } from '../../../../store/tenancy/team-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

const START = '2026-03-02T08:00:00.000Z';

let world: StoreWorld;
let place: Tenancy;
let keys: ServiceKeyStore;
let credentials: ServiceCredentialStore;
let processes: GatewayProcessStore;
let serviceId: string;
beforeEach(async () => {
  world = await openStoreWorld(START);
  place = await makeTenancy(world);
  keys = createServiceKeyStore(world.pool, world.clock);
  credentials = createServiceCredentialStore(world.pool, world.clock);
  processes = createGatewayProcessStore(world.pool, world.clock);
  const services = createServiceIdentityStore(world.pool, world.clock);
  const { workspaceId, ownerId: createdBy } = place;
  serviceId = (await services.create({ workspaceId, name: 'Checkout', createdBy })).service_id;
});
afterEach(() => world.close());

function mint(change: Partial<NewServiceCredential> = {}) {
  const { environmentId, ownerId: createdBy } = place;
  return credentials.create({
    ...{ serviceId, environmentId, label: 'edge', grants: ['models.call'], teamIds: [], ttlDays: undefined, createdBy },
    ...change,
  });
}

const stateOf = async (credentialId: string) => (await credentials.find(credentialId))?.readiness;

it('lists the credentials that call models, by hash, with the team or the service as their owner', async () => {
  const teams = createTeamStore(world.pool, world.clock);
  const { workspaceId, ownerId: createdBy } = place;
  const { team_id: team } = await teams.create({ workspaceId, name: 'Search', createdBy });
  const { token, credential } = await mint();
  const { credential_id: id } = credential;
  const teamed = (await mint({ teamIds: [team] })).credential.credential_id;
  await mint({ grants: ['traffic.write'] });
  const revoked = (await mint()).credential.credential_id;
  await credentials.revoke(revoked);
  await mint({ ttlDays: 1 });
  world.clock.set('2026-03-03T08:00:00.000Z');
  const found = await keys.listInForce();
  expect(found.map(({ key }) => [key.keyId, key.owner]).sort()).toEqual(
    [
      [id, serviceId],
      [teamed, team],
    ].sort(),
  );
  const { organizationId, applicationId, gatewayId, environmentId } = place;
  expect(found.find(({ key }) => key.keyId === id)).toEqual({
    key: {
      keyId: id,
      owner: serviceId,
      scopes: { models: [], providers: [], endpoints: [] },
      allowsPassthrough: false,
      expiresAt: undefined,
      locator: token.slice(4, 16),
      tokenSha256: createHash('sha256').update(token).digest(),
      leaf: { organizationId, workspaceId, applicationId, gatewayId, environmentId },
      rotations: [id],
    },
    isReady: false,
  });
});

it('counts a credential and its successors as one rotation', async () => {
  const { credential_id: old } = (await mint()).credential;
  const rotation = { overlapMinutes: 15, revokesPrevious: false, teamIds: undefined, createdBy: place.ownerId };
  const { credential_id: next } = (await credentials.rotate({ credentialId: old, ...rotation })).credential;
  expect(await keys.listRotations()).toEqual([{ keyId: old, successorId: next }]);
  expect((await keys.listInForce()).map(({ key }) => key.rotations)).toEqual([
    [old, next],
    [old, next],
  ]);
});

it('makes a credential ready when every live process holds it', async () => {
  await processes.beat('proxy-a');
  await processes.beat('proxy-b');
  await processes.beat('proxy-ended');
  await processes.end('proxy-ended');
  const { credential_id: id } = (await mint()).credential;
  await keys.acknowledge('proxy-a', [id]);
  await keys.acknowledge('proxy-a', [id]);
  expect(await stateOf(id)).toBe('minted');
  world.clock.set('2026-03-02T08:00:05.000Z');
  await keys.acknowledge('proxy-b', [id]);
  expect(await credentials.find(id)).toMatchObject({ readiness: 'ready', ready_at: '2026-03-02T08:00:05.000Z' });
  // A process that starts later reads the credential before it serves.
  await processes.beat('proxy-c');
  await keys.acknowledge('proxy-a', [id]);
  expect(await credentials.find(id)).toMatchObject({ ready_at: '2026-03-02T08:00:05.000Z' });
});

it('waits for a silent process until it counts as dead', async () => {
  await processes.beat('proxy-silent');
  const { credential_id: id } = (await mint()).credential;
  world.clock.set('2026-03-02T08:01:29.999Z');
  await processes.beat('proxy-a');
  await keys.acknowledge('proxy-a', [id]);
  expect(await stateOf(id)).toBe('minted');
  world.clock.set('2026-03-02T08:01:30.000Z');
  await keys.acknowledge('proxy-a', [id]);
  expect(await stateOf(id)).toBe('ready');
});

it('makes a credential ready under concurrent confirmations of many processes, without a deadlock', async () => {
  const names = Array.from({ length: 6 }, (_, index) => `proxy-${index}`);
  for (const name of names) await processes.beat(name);
  const ids: string[] = [];
  for (let made = 0; made < 10; made += 1) ids.push((await mint()).credential.credential_id);
  await Promise.all(names.map((name, index) => keys.acknowledge(name, index % 2 === 0 ? ids : [...ids].reverse())));
  expect(new Set(await Promise.all(ids.map(stateOf)))).toEqual(new Set(['ready']));
});

it('knows since when a live process has not confirmed a credential that calls models', async () => {
  const { credential_id: id } = (await mint()).credential;
  await mint({ grants: ['feedback.write'] });
  world.clock.set('2026-03-02T08:06:00.000Z');
  // Without a live process, nobody can confirm it.
  expect(await keys.oldestAwaitedSeconds()).toBe(0);
  await processes.beat('proxy-a');
  await processes.beat('proxy-of-an-earlier-version');
  await mint();
  expect(await keys.oldestAwaitedSeconds()).toBe(360);
  await keys.acknowledge('proxy-a', [id]);
  expect(await keys.oldestAwaitedSeconds()).toBe(360);
  await keys.acknowledge('proxy-of-an-earlier-version', [id]);
  expect(await keys.oldestAwaitedSeconds()).toBe(0);
  world.clock.set('2026-03-02T08:07:29.999Z');
  expect(await keys.oldestAwaitedSeconds()).toBe(89.999);
  world.clock.set('2026-03-02T08:07:30.000Z');
  expect(await keys.oldestAwaitedSeconds()).toBe(0);
});

it('awaits no credential that was revoked or has expired', async () => {
  await credentials.revoke((await mint()).credential.credential_id);
  await mint({ ttlDays: 1 });
  world.clock.set('2026-03-03T07:59:59.999Z');
  await processes.beat('proxy-a');
  expect(await keys.oldestAwaitedSeconds()).toBe(86_399.999);
  world.clock.set('2026-03-03T08:00:00.000Z');
  expect(await keys.oldestAwaitedSeconds()).toBe(0);
});
