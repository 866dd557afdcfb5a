import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNamedUsers, type NamedUsers } from '../../../../testing/store/named-users.ts';
import { createManagementSessionStore } from '../../../../store/management/management-session-store.ts';
import { createManagementTokenStore } from '../../../../store/management/management-token-store.ts';
import { createTokenAdministrationStore } from '../../../../store/management/token-administration-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let users: NamedUsers;

beforeAll(async () => {
  world = await openStoreWorld();
  users = createNamedUsers(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('TRUNCATE management_users CASCADE');
});

const ADA = { name: 'ada', role: 'admin', passwordHash: 'hash of ada' } as const;
const BOB = { name: 'bob', role: 'viewer', passwordHash: 'hash of bob' } as const;

const names = async () => (await users.list({ withRemoved: false })).map(({ name, role }) => `${name} ${role}`);

/** Creates a session of the user, and returns it by its token. */
async function logIn({ name, passwordHash }: { name: string; passwordHash: string }, network = '192.0.2.1') {
  const sessions = createManagementSessionStore(world.pool, world.clock);
  const found = await users.findForLogin(name, network);
  const started = await sessions.start({ userId: found!.userId, passwordHash, network });
  return { token: started!.token, isAlive: async () => (await sessions.resolve(started!.token)) !== undefined };
}

describe('a user', () => {
  it('is added once under a name, and listed by it', async () => {
    const bob = await users.add(BOB);
    const ada = await users.add(ADA);
    expect(ada).toEqual({
      userId: expect.stringMatching(/^usr_/) as string,
      name: 'ada',
      role: 'admin',
      createdAt: new Date('2026-03-02T08:00:00.000Z'),
      passwordChangedAt: new Date('2026-03-02T08:00:00.000Z'),
      lastLoginAt: undefined,
      removedAt: undefined,
    });
    expect(await users.list({ withRemoved: false })).toEqual([ada, bob]);
    await expect(users.add(BOB)).rejects.toMatchObject({
      code: 'conflict',
      message: 'A user with the name bob already exists. Choose another name.',
    });
  });

  it('is created once by many concurrent requests', async () => {
    const added = await Promise.allSettled(Array.from({ length: 8 }, () => users.add(BOB)));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await names()).toEqual(['bob viewer']);
  });

  it('gets another role immediately, and its sessions too', async () => {
    await users.add(BOB);
    const { token } = await logIn(BOB);
    expect((await users.setRole('bob', 'operator')).role).toBe('operator');
    const session = await createManagementSessionStore(world.pool, world.clock).resolve(token);
    expect(session?.role).toBe('operator');
  });

  it('loses every session with its password, and its known networks', async () => {
    await users.add(BOB);
    const [one, other] = [await logIn(BOB), await logIn(BOB, '192.0.2.2')];
    expect((await users.findForLogin('bob', '192.0.2.1'))?.isKnownNetwork).toBe(true);
    world.clock.set('2026-03-02T09:00:00.000Z');
    const changed = await users.setPassword('bob', 'another hash');
    expect(changed.passwordChangedAt).toEqual(new Date('2026-03-02T09:00:00.000Z'));
    expect([await one.isAlive(), await other.isAlive()]).toEqual([false, false]);
    expect(await users.findForLogin('bob', '192.0.2.1')).toMatchObject({
      passwordHash: 'another hash',
      isKnownNetwork: false,
    });
  });

  it('cannot log in after its removal; its row remains, and its name is available', async () => {
    await users.add(ADA);
    const { userId } = await users.add(BOB);
    const session = await logIn(BOB);
    const removed = await users.remove('bob');
    expect([removed.userId, removed.removedAt]).toEqual([userId, new Date('2026-03-02T08:00:00.000Z')]);
    expect(await session.isAlive()).toBe(false);
    expect(await users.findForLogin('bob', '192.0.2.1')).toBeUndefined();
    expect(await names()).toEqual(['ada admin']);
    const again = await users.add(BOB);
    expect((await users.list({ withRemoved: true })).map((user) => user.userId)).toEqual([
      expect.any(String),
      again.userId,
      userId,
    ]);
    const { rows } = await world.pool.query<{ password_hash: string | null }>(
      'SELECT password_hash FROM management_users WHERE user_id = $1',
      [userId],
    );
    expect(rows).toEqual([{ password_hash: null }]);
  });

  it('loses sessions and tokens while it is disabled, and keeps the time of the first call', async () => {
    const { userId } = await users.add(BOB);
    const session = await logIn(BOB);
    const expiresAt = new Date('2026-03-03T08:00:00.000Z');
    const wanted = { label: 'ci', role: 'viewer', scopes: ['evals:read'], expiresAt } as const;
    const { token } = await createTokenAdministrationStore(world.pool, world.clock).create(wanted, { userId });
    const tokens = createManagementTokenStore(world.pool, world.clock);
    expect((await users.disable('bob')).disabledAt).toEqual(new Date('2026-03-02T08:00:00.000Z'));
    world.clock.set('2026-03-02T09:00:00.000Z');
    expect((await users.disable('bob')).disabledAt).toEqual(new Date('2026-03-02T08:00:00.000Z'));
    expect([await session.isAlive(), await tokens.resolve(token)]).toEqual([false, undefined]);
    expect(await users.findForLogin('bob', '192.0.2.1')).toBeUndefined();
    expect((await users.enable('bob')).disabledAt).toBeUndefined();
    expect([await session.isAlive(), (await tokens.resolve(token))?.userId]).toEqual([false, userId]);
    expect(await users.findForLogin('bob', '192.0.2.1')).toMatchObject({ isKnownNetwork: false });
  });

  it('keeps its sessions when its hash is renewed, which does not undo a changed password', async () => {
    const { userId } = await users.add(BOB);
    const session = await logIn(BOB);
    await users.rehash(userId, 'hash of bob', 'stronger hash of bob');
    await users.rehash(userId, 'hash of bob', 'late');
    expect((await users.findForLogin('bob', 'x'))?.passwordHash).toBe('stronger hash of bob');
    expect(await session.isAlive()).toBe(true);
  });

  it('is known in a network for 30 days after the last login from there', async () => {
    await users.add(BOB);
    await logIn(BOB);
    const isKnown = async (network: string) => (await users.findForLogin('bob', network))?.isKnownNetwork;
    expect([await isKnown('192.0.2.1'), await isKnown('192.0.2.2')]).toEqual([true, false]);
    world.clock.set('2026-04-01T07:59:59.999Z');
    expect(await isKnown('192.0.2.1')).toBe(true);
    world.clock.set('2026-04-01T08:00:00.000Z');
    expect(await isKnown('192.0.2.1')).toBe(false);
    await logIn(BOB, '192.0.2.2');
    const { rows } = await world.pool.query('SELECT network FROM management_login_networks');
    expect(rows).toEqual([{ network: '192.0.2.2' }]);
  });

  it.each([
    ['set-role', () => users.setRole('nobody', 'admin')],
    ['set-role', () => users.setRole('nobody', 'viewer')],
    ['set-password', () => users.setPassword('nobody', 'hash')],
    ['disable', () => users.disable('nobody')],
    ['enable', () => users.enable('nobody')],
    ['remove', () => users.remove('nobody')],
  ])('does not exist for %s', async (_name, work) => {
    await users.add(ADA);
    await expect(work()).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no user nobody. Check the name.',
    });
  });
});

describe('the last admin', () => {
  const refused = {
    code: 'conflict',
    message: 'The user ada is the last admin. Give another user the role `admin` first.',
  };

  it('can be neither removed, disabled nor demoted, and may remain an admin', async () => {
    await users.add(ADA);
    await users.add(BOB);
    await expect(users.disable('ada')).rejects.toMatchObject(refused);
    await expect(users.remove('ada')).rejects.toMatchObject(refused);
    await expect(users.setRole('ada', 'operator')).rejects.toMatchObject(refused);
    expect((await users.setRole('ada', 'admin')).role).toBe('admin');
    await users.setRole('bob', 'admin');
    await users.disable('bob');
    await expect(users.remove('ada')).rejects.toMatchObject(refused);
    await users.enable('bob');
    await users.remove('ada');
    expect(await names()).toEqual(['bob admin']);
  });

  it('remains after the concurrent removal, demotion and disabling of all admins', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.pool.query('TRUNCATE management_users CASCADE');
      const admins = Array.from({ length: 6 }, (_, index) => `admin${index}`);
      for (const name of admins) await users.add({ ...ADA, name });
      const ended = await Promise.allSettled(
        admins.map((name, index) => {
          if (index % 3 === 0) return users.remove(name);
          return index % 3 === 1 ? users.setRole(name, 'viewer') : users.disable(name);
        }),
      );
      expect(ended.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
      const kept = await users.list({ withRemoved: false });
      expect(kept.filter(({ role, disabledAt }) => role === 'admin' && disabledAt === undefined)).toHaveLength(1);
    }
  });
});
