import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createKeyAdministrationStore,
  type KeyAdministrationStore,
} from '../../../../store/gateway/key-administration-store.ts';
import { createVirtualKeyStore, type NewVirtualKey } from '../../../../store/gateway/virtual-key-store.ts';
import type { CreationRequest } from '../../../../store/postgres/create-once.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

const START = '2026-03-02T08:00:00.000Z';
const MINUTE_MS = 60_000;

let world: StoreWorld;
let place: Tenancy;
let keys: KeyAdministrationStore;
beforeAll(async () => {
  world = await openStoreWorld(START);
  place = await makeTenancy(world);
  keys = createKeyAdministrationStore(world.pool, world.clock);
});
beforeEach(async () => {
  await world.pool.query('TRUNCATE virtual_keys, secret_creations');
  world.clock.set(START);
});
afterAll(() => world.close());

function newKey(more: Partial<NewVirtualKey> = {}): NewVirtualKey {
  const scopes = { models: ['m'], providers: ['p'], endpoints: ['messages'] } as const;
  const { environmentId } = place;
  return { owner: 'team', label: 'l', environmentId, scopes, allowsPassthrough: false, expiresAt: undefined, ...more };
}

/** A request without an idempotency key, or with this one. */
function requestOf(idempotencyKey?: string, more: Partial<CreationRequest> = {}): CreationRequest {
  return { callerId: 'tok_1', idempotencyKey, fingerprint: 'sha256:a', ...more };
}

async function idsInForce(): Promise<string[]> {
  const inForce = await createVirtualKeyStore(world.pool, world.clock).listInForce();
  return inForce.map(({ keyId }) => keyId).sort();
}

async function countOf(table: 'virtual_keys' | 'secret_creations'): Promise<number> {
  const counts = {
    virtual_keys: 'SELECT count(*)::int AS count FROM virtual_keys',
    secret_creations: 'SELECT count(*)::int AS count FROM secret_creations',
  };
  const { rows } = await world.pool.query<{ count: number }>(counts[table]);
  return rows[0]?.count ?? -1;
}

describe('minting', () => {
  it('returns the text once, and stores it nowhere', async () => {
    const { key, token } = await keys.mint(requestOf('a'), newKey());
    expect(await keys.find(key.keyId)).toEqual(key);
    expect(key).toEqual({
      ...newKey(),
      keyId: key.keyId,
      createdAt: new Date(START),
      revokedAt: undefined,
      successorId: undefined,
    });
    const { rows } = await world.pool.query<{ row: string }>(
      'SELECT k::text AS row FROM virtual_keys k UNION ALL SELECT c::text FROM secret_creations c',
    );
    expect([
      rows.length,
      rows
        .map(({ row }) => row)
        .join()
        .includes(String(token).slice(20)),
    ]).toEqual([2, false]);
  });

  it('without an idempotency key mints another key each time, and records nothing', async () => {
    await keys.mint(requestOf(), newKey());
    await keys.mint(requestOf(), newKey());
    expect([await countOf('virtual_keys'), await countOf('secret_creations')]).toEqual([2, 0]);
  });

  it('happens once for concurrent requests with one key, and one of them gets the text', async () => {
    const minted = await Promise.all(Array.from({ length: 8 }, () => keys.mint(requestOf('a'), newKey())));
    expect(new Set(minted.map(({ key }) => key.keyId)).size).toBe(1);
    expect(minted.filter(({ token }) => token !== undefined)).toHaveLength(1);
    expect(await countOf('virtual_keys')).toBe(1);
  });

  it('separates callers, and refuses another request with the same key', async () => {
    await keys.mint(requestOf('a'), newKey());
    expect((await keys.mint(requestOf('a', { callerId: 'tok_2' }), newKey())).token).toBeDefined();
    const other = keys.mint(requestOf('a', { fingerprint: 'sha256:b' }), newKey());
    await expect(other).rejects.toMatchObject({ code: 'conflict' });
    expect(await countOf('virtual_keys')).toBe(2);
  });

  it('leaves the idempotency key unused if the environment does not exist', async () => {
    const lost = keys.mint(requestOf('a'), newKey({ environmentId: 'env_none' }));
    await expect(lost).rejects.toMatchObject({ code: 'not_found' });
    expect((await keys.mint(requestOf('a'), newKey())).token).toBeDefined();
  });

  it('forgets requests after seven days, and removes their records', async () => {
    const first = await keys.mint(requestOf('a'), newKey());
    await keys.mint(requestOf('b'), newKey());
    world.clock.set('2026-03-09T07:59:59.999Z');
    expect((await keys.mint(requestOf('a'), newKey())).key).toEqual(first.key);
    world.clock.set('2026-03-09T08:00:00.000Z');
    expect((await keys.mint(requestOf('a'), newKey())).token).toBeDefined();
    expect([await countOf('virtual_keys'), await countOf('secret_creations')]).toEqual([3, 1]);
  });
});

describe('a rotation', () => {
  it('keeps both keys in force for the grace', async () => {
    const { key: old } = await keys.mint(requestOf(), newKey());
    const { key, predecessor, token } = await keys.rotate(requestOf(), old.keyId, 15 * MINUTE_MS);
    expect(token).toMatch(/^ttk_[0-9a-f]{76}[0-9A-Za-z]{6}$/);
    expect(predecessor).toEqual({
      ...old,
      successorId: key.keyId,
      expiresAt: new Date('2026-03-02T08:15:00.000Z'),
    });
    expect(await idsInForce()).toEqual([old.keyId, key.keyId].sort());
    world.clock.set('2026-03-02T08:15:00.000Z');
    expect(await idsInForce()).toEqual([key.keyId]);
  });

  it('without a grace revokes the predecessor', async () => {
    const { key: old } = await keys.mint(requestOf(), newKey());
    const { key, predecessor } = await keys.rotate(requestOf(), old.keyId, 0);
    expect(predecessor.revokedAt).toEqual(new Date(START));
    expect(await idsInForce()).toEqual([key.keyId]);
  });

  it('happens once for concurrent requests, with and without an idempotency key', async () => {
    const { key: first } = await keys.mint(requestOf(), newKey());
    const rotated = await Promise.all(
      Array.from({ length: 4 }, () => keys.rotate(requestOf('a'), first.keyId, MINUTE_MS)),
    );
    expect(new Set(rotated.map(({ key }) => key.keyId)).size).toBe(1);
    expect(rotated.filter(({ token }) => token !== undefined)).toHaveLength(1);
    expect(new Set(rotated.map(({ predecessor }) => predecessor.successorId))).toEqual(
      new Set([rotated[0]?.key.keyId]),
    );
    const { key: second } = await keys.mint(requestOf(), newKey());
    const asked = await Promise.allSettled(
      Array.from({ length: 4 }, () => keys.rotate(requestOf(), second.keyId, MINUTE_MS)),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(await countOf('virtual_keys')).toBe(4);
  });
});

describe('a revocation', () => {
  it('succeeds once, also for concurrent requests', async () => {
    const { key } = await keys.mint(requestOf(), newKey());
    const asked = await Promise.allSettled(Array.from({ length: 4 }, () => keys.revoke(key.keyId)));
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    await expect(keys.revoke(key.keyId)).rejects.toMatchObject({ code: 'conflict' });
    expect((await keys.find(key.keyId))?.revokedAt).toEqual(new Date(START));
    expect(await idsInForce()).toEqual([]);
  });

  it('is refused for a missing key', async () => {
    const nobody = 'kid_00000000000000000000000000';
    await expect(keys.revoke(nobody)).rejects.toMatchObject({ code: 'not_found' });
    await expect(keys.rotate(requestOf('a'), nobody, 0)).rejects.toMatchObject({ code: 'not_found' });
    expect(await keys.find(nobody)).toBeUndefined();
  });
});

describe('the list', () => {
  it('has pages, newest first, that later keys do not shift', async () => {
    const minted: string[] = [];
    for (const minute of [0, 1, 2, 3]) {
      world.clock.set(`2026-03-02T08:0${minute}:00.000Z`);
      minted.unshift((await keys.mint(requestOf(), newKey())).key.keyId);
    }
    const first = await keys.list({}, { after: undefined, limit: 2 });
    expect(first.map(({ keyId }) => keyId)).toEqual(minted.slice(0, 2));
    world.clock.set('2026-03-02T09:00:00.000Z');
    await keys.mint(requestOf(), newKey());
    const last = first[1];
    const after = { createdAt: last?.createdAt.toISOString() ?? '', id: last?.keyId ?? '' };
    const rest = await keys.list({}, { after, limit: 10 });
    expect(rest.map(({ keyId }) => keyId)).toEqual(minted.slice(2));
  });

  it('is restricted by owner, environment and state', async () => {
    const other = await makeTenancy(world);
    const active = (await keys.mint(requestOf(), newKey())).key.keyId;
    const expiresAt = new Date('2026-03-02T08:01:00.000Z');
    const expired = (await keys.mint(requestOf(), newKey({ owner: 'other', expiresAt }))).key.keyId;
    const revoked = (await keys.mint(requestOf(), newKey({ environmentId: other.environmentId, expiresAt }))).key.keyId;
    await keys.revoke(revoked);
    world.clock.set('2026-03-02T08:01:00.000Z');
    const shown = async (filter: Parameters<KeyAdministrationStore['list']>[0]) =>
      (await keys.list(filter, { after: undefined, limit: 10 })).map(({ keyId }) => keyId);
    expect(await shown({ status: 'active' })).toEqual([active]);
    expect(await shown({ status: 'expired' })).toEqual([expired]);
    expect(await shown({ status: 'revoked' })).toEqual([revoked]);
    expect(await shown({ owner: 'other' })).toEqual([expired]);
    expect(await shown({ environmentId: other.environmentId })).toEqual([revoked]);
    expect(await shown({ owner: 'team', status: 'expired' })).toEqual([]);
  });
});
