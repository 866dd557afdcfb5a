import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFirstUserStore } from '../../../../store/management/first-user-store.ts';
import { createManagementSessionStore } from '../../../../store/management/management-session-store.ts';
import { createNamedUsers } from '../../../../testing/store/named-users.ts';
import {
  createUserAdministrationStore,
  type UserAdministrationStore,
} from '../../../../store/management/user-administration-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let users: UserAdministrationStore;

beforeAll(async () => {
  world = await openStoreWorld();
  users = createUserAdministrationStore(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('TRUNCATE management_users CASCADE');
});

const UNTIL = new Date('2026-03-03T08:00:00.000Z');
const issued = (text: string) => ({ passwordHash: `hash of ${text}`, oneTimeUntil: UNTIL });
const logins = () => createNamedUsers(world.pool, world.clock);
const sessions = () => createManagementSessionStore(world.pool, world.clock);

/** Creates a user who has chosen a password. */
async function addUser(name: string, role: 'viewer' | 'admin' = 'viewer'): Promise<string> {
  return (await logins().add({ name, role, passwordHash: `hash of ${name}` })).userId;
}

const start = (userId: string, passwordHash: string) =>
  sessions().start({ userId, passwordHash, network: '192.0.2.1' });

const NOT_ADMIN = { code: 'forbidden' };
const LAST = { code: 'conflict' };

describe('a one-time password', () => {
  it('opens a session that must replace it, until it expires', async () => {
    const { userId, oneTimeUntil } = await users.create({ name: 'ada', role: 'viewer', ...issued('a') });
    expect(oneTimeUntil).toEqual(UNTIL);
    expect((await start(userId, 'hash of a'))?.mustChangePassword).toBe(true);
    world.clock.set('2026-03-03T07:59:59.999Z');
    expect(await logins().findForLogin('ada', 'x')).toBeDefined();
    world.clock.set('2026-03-03T08:00:00.000Z');
    expect(await logins().findForLogin('ada', 'x')).toBeUndefined();
    expect(await start(userId, 'hash of a')).toBeUndefined();
  });

  it('is replaced once, which ends every session', async () => {
    const { userId } = await users.create({ name: 'ada', role: 'viewer', ...issued('a') });
    const { token } = (await start(userId, 'hash of a'))!;
    const chosen = await Promise.all([1, 2, 3].map((at) => users.choosePassword(userId, 'hash of a', `chosen ${at}`)));
    expect(chosen.filter(Boolean)).toHaveLength(1);
    expect(await sessions().resolve(token)).toBeUndefined();
    const { passwordHash } = (await logins().findForLogin('ada', 'x'))!;
    expect((await start(userId, passwordHash))?.mustChangePassword).toBe(false);
  });

  it('replaces a forgotten password, and ends every session', async () => {
    const root = await addUser('root', 'admin');
    const userId = await addUser('ada');
    const { token } = (await start(userId, 'hash of ada'))!;
    expect((await users.resetPassword(userId, issued('b'), root)).oneTimeUntil).toEqual(UNTIL);
    expect(await sessions().resolve(token)).toBeUndefined();
    expect((await logins().findForLogin('ada', 'x'))?.passwordHash).toBe('hash of b');
  });
});

describe('a disabled user', () => {
  it('loses the sessions and cannot log in, until the user is enabled', async () => {
    const root = await addUser('root', 'admin');
    const userId = await addUser('ada');
    const { token } = (await start(userId, 'hash of ada'))!;
    const disabled = await users.disable(userId, root);
    expect(disabled.disabledAt).toEqual(new Date('2026-03-02T08:00:00.000Z'));
    world.clock.set('2026-03-02T09:00:00.000Z');
    expect((await users.disable(userId, root)).disabledAt).toEqual(disabled.disabledAt);
    expect([await sessions().resolve(token), await logins().findForLogin('ada', 'x')]).toEqual([undefined, undefined]);
    expect(await start(userId, 'hash of ada')).toBeUndefined();
    expect(await users.choosePassword(userId, 'hash of ada', 'another')).toBe(false);
    await users.enable(userId);
    expect(await logins().findForLogin('ada', 'x')).toMatchObject({ passwordHash: 'hash of ada' });
  });
});

describe('the last admin', () => {
  it('can be neither demoted, disabled, reset nor removed', async () => {
    const ada = await addUser('ada', 'admin');
    await addUser('bob');
    await expect(users.changeRole(ada, 'viewer', ada)).rejects.toMatchObject(LAST);
    await expect(users.disable(ada, ada)).rejects.toMatchObject(LAST);
    await expect(users.resetPassword(ada, issued('a'), ada)).rejects.toMatchObject(LAST);
    await expect(users.remove(ada, undefined)).rejects.toMatchObject(LAST);
    expect((await users.changeRole(ada, 'admin', ada)).role).toBe('admin');
  });

  it('is the one with a chosen password, if all others are disabled or have one-time passwords', async () => {
    const ada = await addUser('ada', 'admin');
    const bob = await addUser('bob', 'admin');
    await users.create({ name: 'eve', role: 'admin', ...issued('e') });
    await users.disable(bob, ada);
    await expect(users.remove(ada, ada)).rejects.toMatchObject(LAST);
    await users.enable(bob);
    expect((await users.remove(ada, ada)).removedAt).toEqual(world.clock.now());
  });

  it('remains if two admins demote each other at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      await world.pool.query('TRUNCATE management_users CASCADE');
      const [ada, bob] = [await addUser('ada', 'admin'), await addUser('bob', 'admin')];
      const ended = await Promise.allSettled([
        users.changeRole(bob, 'viewer', ada),
        users.changeRole(ada, 'viewer', bob),
      ]);
      expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const { rows } = await world.pool.query(`SELECT FROM management_users WHERE role = 'admin'`);
      expect(rows).toHaveLength(1);
    }
  });
});

it('an admin who was demoted meanwhile changes no other admin', async () => {
  for (let round = 0; round < 10; round += 1) {
    await world.pool.query('TRUNCATE management_users CASCADE');
    await addUser('root', 'admin');
    const [ada, bob] = [await addUser('ada', 'admin'), await addUser('bob', 'admin')];
    const ended = await Promise.allSettled([users.disable(bob, ada), users.disable(ada, bob)]);
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toEqual([expect.objectContaining(NOT_ADMIN)]);
  }
});

it('users are listed newest first, page by page, and removed ones only on request', async () => {
  const root = await addUser('root', 'admin');
  const added: string[] = [root];
  for (const name of ['a', 'b', 'c']) added.push(await addUser(name));
  const page = async (withRemoved: boolean, after?: { createdAt: string; id: string }) =>
    (await users.page({ withRemoved, limit: 2, after })).map(({ userId }) => userId);
  const createdAt = '2026-03-02T08:00:00.000Z';
  expect(await page(false)).toEqual([added[3], added[2]]);
  expect(await page(false, { createdAt, id: added[2]! })).toEqual([added[1], root]);
  const removed = await users.remove(added[3]!, root);
  world.clock.set('2026-03-02T09:00:00.000Z');
  expect((await users.remove(added[3]!, root)).removedAt).toEqual(removed.removedAt);
  expect([await page(false), await page(true)]).toEqual([
    [added[2], added[1]],
    [added[3], added[2]],
  ]);
});

it.each([
  ['change role', () => users.changeRole('usr_0', 'viewer', undefined)],
  ['disable', () => users.disable('usr_0', undefined)],
  ['enable', () => users.enable('usr_0')],
  ['remove', () => users.remove('usr_0', undefined)],
  ['reset password', () => users.resetPassword('usr_0', issued('x'), undefined)],
])('an unknown user is not found: %s', async (_name, work) => {
  await expect(work()).rejects.toMatchObject({ code: 'not_found' });
});

it('a taken name is refused, and only one of many concurrent requests gets it', async () => {
  const created = await Promise.allSettled(
    Array.from({ length: 8 }, () => users.create({ name: 'ada', role: 'viewer', ...issued('a') })),
  );
  expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('the first user is created once, and never after another user existed', async () => {
  const first = createFirstUserStore(world.pool, world.clock);
  expect(await first.hasUsers()).toBe(false);
  const created = await Promise.all([1, 2, 3].map((at) => first.create('admin', issued(String(at)))));
  expect(created.filter(Boolean)).toHaveLength(1);
  expect([await first.hasUsers(), await first.create('other', issued('x'))]).toEqual([true, false]);
});
