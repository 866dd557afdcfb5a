import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_TOKEN_CHAIN, MAX_TOKENS_OF_CREATOR } from '../../../../domain/management/token-bounds.ts';
import { createManagementTokenStore } from '../../../../store/management/management-token-store.ts';
import { createNamedUsers } from '../../../../testing/store/named-users.ts';
import {
  createTokenAdministrationStore,
  type TokenAdministrationStore,
} from '../../../../store/management/token-administration-store.ts';
import { createUserAdministrationStore } from '../../../../store/management/user-administration-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let tokens: TokenAdministrationStore;
let root: string;
let ada: string;

beforeAll(async () => {
  world = await openStoreWorld();
  tokens = createTokenAdministrationStore(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('TRUNCATE management_users, management_tokens CASCADE');
  const users = createNamedUsers(world.pool, world.clock);
  ({ userId: root } = await users.add({ name: 'root', role: 'admin', passwordHash: 'hash' }));
  ({ userId: ada } = await users.add({ name: 'ada', role: 'operator', passwordHash: 'hash' }));
});

const NEW = { label: 'ci', role: 'operator', scopes: ['evals:read'], expiresAt: undefined } as const;
const users = () => createUserAdministrationStore(world.pool, world.clock);
const resolve = (text: string) => createManagementTokenStore(world.pool, world.clock).resolve(text);
const works = async (text: string) => (await resolve(text)) !== undefined;

describe('a token of a user', () => {
  it('is resolved with its user, and only its hash is stored', async () => {
    const { token, ...made } = await tokens.create(NEW, { userId: ada });
    expect(made).toMatchObject({ ...NEW, userId: ada, ancestors: [], isSuspended: false });
    expect(await resolve(token)).toEqual(made);
    const { rows } = await world.pool.query<{ row: string }>('SELECT t::text AS row FROM management_tokens t');
    expect(rows[0]!.row).not.toContain(token.slice(20));
  });

  it.each([
    ['is disabled', () => users().disable(ada, root), () => users().enable(ada)],
    [
      'has a lower role',
      () => users().changeRole(ada, 'viewer', root),
      () => users().changeRole(ada, 'operator', root),
    ],
  ])('does not work while the user %s', async (_name, take, give) => {
    const { token, tokenId } = await tokens.create(NEW, { userId: ada });
    await take();
    expect(await works(token)).toBe(false);
    const [listed] = await tokens.page({ reach: { userId: ada }, limit: 1, after: undefined });
    expect([listed?.tokenId, listed?.isSuspended]).toEqual([tokenId, true]);
    await give();
    expect(await works(token)).toBe(true);
  });

  it('does not work after the user was removed, or lost content:read with the role admin', async () => {
    const { token } = await tokens.create(NEW, { userId: ada });
    const content = await tokens.create({ ...NEW, scopes: ['content:read'] }, { userId: root });
    await users().remove(ada, root);
    await createNamedUsers(world.pool, world.clock).add({ name: 'eve', role: 'admin', passwordHash: 'hash' });
    expect(await works(content.token)).toBe(true);
    await users().changeRole(root, 'operator', root);
    expect([await works(token), await works(content.token)]).toEqual([false, false]);
  });

  it.each([
    ['a higher role', { role: 'admin' }],
    ['another scope', { scopes: ['content:read'] }],
  ] as const)('is not created with %s than the user has now', async (_name, change) => {
    await expect(tokens.create({ ...NEW, ...change }, { userId: ada })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is not created for a user who was disabled meanwhile, in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [made] = await Promise.allSettled([tokens.create(NEW, { userId: ada }), users().disable(ada, root)]);
      expect(made.status === 'fulfilled' && (await works(made.value.token))).toBe(false);
      await users().enable(ada);
    }
  });

  it('is one of at most 100 in force, also if they are created at the same time', async () => {
    const wanted = Array.from({ length: MAX_TOKENS_OF_CREATOR + 3 }, () => tokens.create(NEW, { userId: ada }));
    const ended = await Promise.allSettled(wanted);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_TOKENS_OF_CREATOR);
    const [newest] = await tokens.page({ reach: 'all', limit: 1, after: undefined });
    await tokens.revoke(newest!.tokenId, 'all');
    expect((await tokens.create(NEW, { userId: ada })).userId).toBe(ada);
  });
});

describe('a token that a token created', () => {
  const make = () => createManagementTokenStore(world.pool, world.clock).make(NEW);

  it('ends with every token above it', async () => {
    const top = await make();
    const middle = await tokens.create(NEW, { tokenId: top.tokenId });
    const last = await tokens.create(NEW, { tokenId: middle.tokenId });
    expect(last.ancestors).toEqual([top.tokenId, middle.tokenId]);
    expect(await works(last.token)).toBe(true);
    await tokens.revoke(top.tokenId, 'all');
    expect([await works(middle.token), await works(last.token)]).toEqual([false, false]);
  });

  it('does not outlive a revocation at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const top = await make();
      const [made] = await Promise.allSettled([
        tokens.create(NEW, { tokenId: top.tokenId }),
        tokens.revoke(top.tokenId, 'all'),
      ]);
      expect(made.status === 'fulfilled' && (await works(made.value.token))).toBe(false);
    }
  });

  it('belongs to the user of the first one', async () => {
    const top = await tokens.create(NEW, { userId: ada });
    const next = await tokens.create(NEW, { tokenId: top.tokenId });
    expect(next.userId).toBe(ada);
    await users().disable(ada, root);
    expect(await works(next.token)).toBe(false);
  });

  it('is one of a chain of limited length', async () => {
    let { tokenId } = await make();
    for (let length = 1; length < MAX_TOKEN_CHAIN; length += 1) ({ tokenId } = await tokens.create(NEW, { tokenId }));
    await expect(tokens.create(NEW, { tokenId })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is not created by a token that is revoked, expired or weaker', async () => {
    const top = await make();
    await expect(tokens.create({ ...NEW, role: 'admin' }, { tokenId: top.tokenId })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await tokens.revoke(top.tokenId, 'all');
    await expect(tokens.create(NEW, { tokenId: top.tokenId })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

it('tokens are listed and revoked only within reach, newest first', async () => {
  const [a, b] = [await tokens.create(NEW, { userId: ada }), await tokens.create(NEW, { userId: root })];
  const child = await tokens.create(NEW, { tokenId: a.tokenId });
  const ids = async (reach: Parameters<TokenAdministrationStore['page']>[0]['reach']) =>
    (await tokens.page({ reach, limit: 10, after: undefined })).map(({ tokenId }) => tokenId);
  expect(await ids('all')).toEqual([child.tokenId, b.tokenId, a.tokenId]);
  expect(await ids({ userId: ada })).toEqual([child.tokenId, a.tokenId]);
  expect(await ids({ tokenId: a.tokenId })).toEqual([child.tokenId, a.tokenId]);
  expect(await ids({ tokenId: b.tokenId })).toEqual([b.tokenId]);
  expect(await tokens.revoke(b.tokenId, { userId: ada })).toBeUndefined();
  expect(await tokens.revoke(b.tokenId, { tokenId: a.tokenId })).toBeUndefined();
  expect(await works(b.token)).toBe(true);
  const revoked = await tokens.revoke(b.tokenId, { userId: root });
  world.clock.set('2026-03-02T09:00:00.000Z');
  expect(await tokens.revoke(b.tokenId, 'all')).toEqual(revoked);
});
