import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createVirtualKeyStore,
  type NewVirtualKey,
  type VirtualKeyStore,
} from '../../../../store/gateway/virtual-key-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

const START = '2026-03-02T08:00:00.000Z';
const HOUR_MS = 3_600_000;

let world: StoreWorld;
let place: Tenancy;
let keys: VirtualKeyStore;
beforeAll(async () => {
  world = await openStoreWorld(START);
  place = await makeTenancy(world);
  keys = createVirtualKeyStore(world.pool, world.clock);
});
beforeEach(() => world.clock.set(START));
afterAll(() => world.close());

function newKey(more: Partial<NewVirtualKey> = {}): NewVirtualKey {
  const scopes = { models: ['m'], providers: ['p'], endpoints: ['messages'] } as const;
  const { environmentId } = place;
  return { owner: 'team', label: 'l', environmentId, scopes, allowsPassthrough: false, expiresAt: undefined, ...more };
}

async function idsInForce(): Promise<string[]> {
  return (await keys.listInForce()).map(({ keyId }) => keyId);
}

it('is listed for proxies by hash, with its scope and permissions', async () => {
  const { token, keyId } = await keys.mint(newKey());
  const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = place;
  expect((await keys.listInForce()).find((key) => key.keyId === keyId)).toEqual({
    keyId,
    owner: 'team',
    scopes: { models: ['m'], providers: ['p'], endpoints: ['messages'] },
    allowsPassthrough: false,
    expiresAt: undefined,
    locator: token.slice(4, 16),
    tokenSha256: createHash('sha256').update(token).digest(),
    leaf: { organizationId, workspaceId, applicationId, gatewayId, environmentId },
    rotations: [keyId],
  });
  const { rows } = await world.pool.query<{ row: string }>('SELECT k::text AS row FROM virtual_keys k');
  expect(rows.map(({ row }) => row).join()).not.toContain(token.slice(20));
});

it('is in force until it expires or is revoked, which is permanent', async () => {
  const expiring = await keys.mint(newKey({ expiresAt: new Date(world.clock.now().getTime() + HOUR_MS) }));
  const revoked = await keys.mint(newKey());
  const ended = await keys.revoke(revoked.keyId);
  expect(await idsInForce()).toContain(expiring.keyId);
  expect(await idsInForce()).not.toContain(revoked.keyId);
  world.clock.set('2026-03-02T09:00:00.000Z');
  expect(await idsInForce()).not.toContain(expiring.keyId);
  expect(await keys.revoke(revoked.keyId)).toEqual(ended);
});

it('is rotated once: both keys are in force for the grace period', async () => {
  const old = await keys.mint(newKey({ expiresAt: new Date(world.clock.now().getTime() + 10 * HOUR_MS) }));
  world.clock.set('2026-03-02T10:00:00.000Z');
  const { keyId, expiresAt, predecessor } = await keys.rotate(old.keyId, HOUR_MS);
  expect(expiresAt).toEqual(new Date('2026-03-02T20:00:00.000Z'));
  expect(predecessor).toMatchObject({ successorId: keyId, expiresAt: new Date('2026-03-02T11:00:00.000Z') });
  expect(await idsInForce()).toEqual(expect.arrayContaining([old.keyId, keyId]));
  const rotated = (await keys.listInForce()).filter((key) => [old.keyId, keyId].includes(key.keyId));
  expect(rotated.map(({ rotations }) => rotations)).toEqual([
    [old.keyId, keyId],
    [old.keyId, keyId],
  ]);
  world.clock.set('2026-03-02T11:00:00.000Z');
  expect(await idsInForce()).not.toContain(old.keyId);
  await expect(keys.rotate(old.keyId, 0)).rejects.toMatchObject({ code: 'conflict' });
});

it('does not expire later because of its grace period, and is not rotated after it is revoked', async () => {
  const soon = new Date(world.clock.now().getTime() + HOUR_MS);
  const short = await keys.mint(newKey({ expiresAt: soon }));
  expect((await keys.rotate(short.keyId, 9 * HOUR_MS)).predecessor.expiresAt).toEqual(soon);
  const revoked = await keys.mint(newKey());
  await keys.revoke(revoked.keyId);
  await expect(keys.rotate(revoked.keyId, 0)).rejects.toMatchObject({ code: 'conflict' });
});

it('is refused for a missing key', async () => {
  const nobody = 'kid_00000000000000000000000000';
  await expect(keys.revoke(nobody)).rejects.toMatchObject({ code: 'not_found' });
  await expect(keys.rotate(nobody, 0)).rejects.toMatchObject({ code: 'not_found' });
  await expect(keys.mint(newKey({ environmentId: 'env_none' }))).rejects.toMatchObject({ code: 'not_found' });
});
