import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createManagementSessionStore } from '../../../../store/management/management-session-store.ts';
import { createNamedUsers } from '../../../../testing/store/named-users.ts';
import { createSessionAdministrationStore } from '../../../../store/management/session-administration-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let ada: string;
let bob: string;

beforeAll(async () => {
  world = await openStoreWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('TRUNCATE management_users CASCADE');
  const users = createNamedUsers(world.pool, world.clock);
  ({ userId: ada } = await users.add({ name: 'ada', role: 'admin', passwordHash: 'hash' }));
  ({ userId: bob } = await users.add({ name: 'bob', role: 'viewer', passwordHash: 'hash' }));
});

const administration = () => createSessionAdministrationStore(world.pool, world.clock);
const sessions = () => createManagementSessionStore(world.pool, world.clock);
const start = async (userId: string) =>
  (await sessions().start({ userId, passwordHash: 'hash', network: '192.0.2.1' }))!;
const listed = async (userId?: string) =>
  (await administration().page({ userId, limit: 10, after: undefined })).map(({ sessionId }) => sessionId);

it('lists the sessions of one user or of all, newest first, without their tokens', async () => {
  const first = await start(ada);
  world.clock.set('2026-03-02T08:10:00.000Z');
  const second = await start(bob);
  expect([await listed(), await listed(ada)]).toEqual([[second.sessionId, first.sessionId], [first.sessionId]]);
  const [row] = await administration().page({ userId: bob, limit: 1, after: undefined });
  expect(row).toEqual({
    sessionId: second.sessionId,
    userId: bob,
    name: 'bob',
    createdAt: new Date('2026-03-02T08:10:00.000Z'),
    lastUsedAt: new Date('2026-03-02T08:10:00.000Z'),
    expiresAt: new Date('2026-03-02T20:10:00.000Z'),
    network: '192.0.2.1',
  });
  const after = { createdAt: '2026-03-02T08:10:00.000Z', id: second.sessionId };
  expect((await administration().page({ userId: undefined, limit: 10, after })).length).toBe(1);
});

it('omits sessions that have ended by themselves', async () => {
  await start(ada);
  world.clock.set('2026-03-02T09:00:00.000Z');
  expect(await listed()).toEqual([]);
});

it('ends a session only within the given user, and once', async () => {
  const { sessionId, token } = await start(ada);
  expect(await administration().end(sessionId, bob)).toBe(false);
  expect(await sessions().resolve(token)).toBeDefined();
  const ended = await Promise.all([1, 2].map(() => administration().end(sessionId, undefined)));
  expect(ended.toSorted()).toEqual([false, true]);
  expect(await sessions().resolve(token)).toBeUndefined();
});

it('ends all sessions of a user, and no other', async () => {
  const [one, other, third] = [await start(ada), await start(ada), await start(bob)];
  expect([await administration().endAll(ada), await administration().endAll(ada)]).toEqual([2, 0]);
  const alive = await Promise.all([one, other, third].map(({ token }) => sessions().resolve(token)));
  expect(alive.map((session) => session?.userId)).toEqual([undefined, undefined, bob]);
});
