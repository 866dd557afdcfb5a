import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createManagementTokenStore,
  type ManagementTokenStore,
} from '../../../../store/management/management-token-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let tokens: ManagementTokenStore;

beforeAll(async () => {
  world = await openStoreWorld();
  tokens = createManagementTokenStore(world.pool, world.clock);
});
beforeEach(() => world.clock.set('2026-03-02T08:00:00.000Z'));
afterAll(() => world.close());

const NEW = { label: 'ci', role: 'operator', scopes: ['evals:read', 'quality:write'], expiresAt: undefined } as const;

it('is resolved by its text, of which only a hash is stored', async () => {
  const { token, ...made } = await tokens.make(NEW);
  expect(token).toMatch(/^ttp_[0-9a-f]{76}[0-9A-Za-z]{6}$/);
  expect(made).toMatchObject({ ...NEW, createdAt: new Date('2026-03-02T08:00:00.000Z'), revokedAt: undefined });
  expect(made.lastUsedAt).toBeUndefined();
  expect(await tokens.resolve(token)).toEqual(made);
  const { rows } = await world.pool.query<{ row: string; hash: Buffer }>(
    'SELECT t::text AS row, token_sha256 AS hash FROM management_tokens t WHERE token_id = $1',
    [made.tokenId],
  );
  expect(rows[0]!.row).not.toContain(token.slice(20));
  expect(rows[0]!.hash).toEqual(createHash('sha256').update(token).digest());
});

it('is not resolved by another text, a wrong secret or another prefix', async () => {
  const { token } = await tokens.make(NEW);
  const body = token.slice(0, 80);
  const wrong = body.slice(0, -1) + (body.endsWith('0') ? '1' : '0');
  for (const text of ['', 'ttp_', wrong, token.replace('ttp_', 'ttm_'), body.replace('ttp_', 'ttm_')]) {
    expect(await tokens.resolve(text)).toBeUndefined();
  }
});

it('is in force until its expiry', async () => {
  const at = world.clock.now();
  const past = await tokens.make({ ...NEW, expiresAt: at });
  const soon = await tokens.make({ ...NEW, expiresAt: new Date(at.getTime() + 1) });
  expect(await tokens.resolve(past.token)).toBeUndefined();
  expect((await tokens.resolve(soon.token))?.tokenId).toBe(soon.tokenId);
});

it('ends immediately when it is revoked, and once', async () => {
  const { token, tokenId } = await tokens.make(NEW);
  const revoked = await tokens.revoke(tokenId);
  expect(revoked.revokedAt).toEqual(world.clock.now());
  expect(await tokens.resolve(token)).toBeUndefined();
  expect(await tokens.revoke(tokenId)).toEqual(revoked);
  expect((await tokens.list()).find((listed) => listed.tokenId === tokenId)).toEqual(revoked);
});

it('has the time of its last use, recorded once a minute', async () => {
  world.clock.set('2026-03-03T00:00:00.000Z');
  const { token, tokenId } = await tokens.make(NEW);
  const lastUse = async () => (await tokens.list()).find((one) => one.tokenId === tokenId)?.lastUsedAt?.toISOString();
  expect(await lastUse()).toBeUndefined();
  await Promise.all(Array.from({ length: 8 }, () => tokens.resolve(token)));
  expect(await lastUse()).toBe('2026-03-03T00:00:00.000Z');
  world.clock.set('2026-03-03T00:00:59.999Z');
  await tokens.resolve(token);
  expect(await lastUse()).toBe('2026-03-03T00:00:00.000Z');
  world.clock.set('2026-03-03T00:01:00.000Z');
  await tokens.resolve(token);
  expect(await lastUse()).toBe('2026-03-03T00:01:00.000Z');
});

it('cannot be revoked if it does not exist', async () => {
  await expect(tokens.revoke('tok_00000000000000000000000001')).rejects.toMatchObject({ code: 'not_found' });
});
