import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createManagementSessionStore,
  type ManagementSessionStore,
} from '../../../../store/management/management-session-store.ts';
import { createNamedUsers } from '../../../../testing/store/named-users.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let sessions: ManagementSessionStore;
let userId: string;

beforeAll(async () => {
  world = await openStoreWorld();
  sessions = createManagementSessionStore(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('TRUNCATE management_users CASCADE');
  ({ userId } = await users().add({ name: 'ada', role: 'operator', passwordHash: 'hash' }));
});

const users = () => createNamedUsers(world.pool, world.clock);
const start = (passwordHash = 'hash') => sessions.start({ userId, passwordHash, network: '192.0.2.1' });

it('is resolved by its token, of which only a hash is stored', async () => {
  const { token, ...session } = (await start())!;
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(session).toEqual({
    sessionId: expect.stringMatching(/^tok_/) as string,
    userId,
    name: 'ada',
    role: 'operator',
    mustChangePassword: false,
    expiresAt: new Date('2026-03-02T20:00:00.000Z'),
  });
  expect(await sessions.resolve(token)).toEqual(session);
  const { rows } = await world.pool.query<{ row: string; hash: Buffer }>(
    'SELECT s::text AS row, token_sha256 AS hash FROM management_sessions s',
  );
  expect(rows[0]!.row).not.toContain(token);
  expect(rows[0]!.hash).toEqual(createHash('sha256').update(token).digest());
  expect((await users().list({ withRemoved: false }))[0]!.lastLoginAt).toEqual(new Date('2026-03-02T08:00:00.000Z'));
});

it('is not resolved by another text', async () => {
  const { token } = (await start())!;
  for (const text of ['', 'a'.repeat(43), `${token}=`, token.slice(1), ` ${token}`]) {
    expect(await sessions.resolve(text)).toBeUndefined();
  }
});

it('ends automatically after 12 hours, with any use', async () => {
  const { token } = (await start())!;
  for (let minutes = 59; minutes < 720; minutes += 59) {
    world.clock.set(new Date(Date.UTC(2026, 2, 2, 8, minutes)).toISOString());
    expect(await sessions.resolve(token)).toBeDefined();
  }
  world.clock.set('2026-03-02T19:59:59.999Z');
  expect(await sessions.resolve(token)).toBeDefined();
  world.clock.set('2026-03-02T20:00:00.000Z');
  expect(await sessions.resolve(token)).toBeUndefined();
});

it('ends automatically an hour after its last use, which is recorded once a minute', async () => {
  const { token } = (await start())!;
  const lastUse = async () =>
    (await world.pool.query<{ at: Date }>('SELECT last_used_at AS at FROM management_sessions')).rows[0]!.at;
  world.clock.set('2026-03-02T08:00:59.999Z');
  await sessions.resolve(token);
  expect(await lastUse()).toEqual(new Date('2026-03-02T08:00:00.000Z'));
  world.clock.set('2026-03-02T08:01:00.000Z');
  await sessions.resolve(token);
  expect(await lastUse()).toEqual(new Date('2026-03-02T08:01:00.000Z'));
  world.clock.set('2026-03-02T09:01:00.000Z');
  expect(await sessions.resolve(token)).toBeUndefined();
});

it('ends on request, and no other ends with it', async () => {
  const [one, other] = [(await start())!, (await start())!];
  await sessions.end(one.sessionId);
  await sessions.end(one.sessionId);
  expect([await sessions.resolve(one.token), (await sessions.resolve(other.token))?.sessionId]).toEqual([
    undefined,
    other.sessionId,
  ]);
});

it('does not begin with a changed password, or for a removed user', async () => {
  await users().setPassword('ada', 'another');
  expect(await start('hash')).toBeUndefined();
  await users().remove('ada');
  expect(await start('another')).toBeUndefined();
  expect((await world.pool.query('SELECT * FROM management_sessions')).rows).toEqual([]);
});

it('never outlives its password, in either order', async () => {
  for (let round = 0; round < 10; round += 1) {
    const from = `hash ${round}`;
    await users().setPassword('ada', from);
    const [started] = await Promise.all([start(from), start(from), users().setPassword('ada', 'changed')]);
    expect(started && (await sessions.resolve(started.token))).toBeUndefined();
  }
});

it('leaves no row after its end, at the next login', async () => {
  await start();
  world.clock.set('2026-03-02T09:00:00.000Z');
  const { sessionId } = (await start())!;
  expect((await world.pool.query('SELECT session_id FROM management_sessions')).rows).toEqual([
    { session_id: sessionId },
  ]);
});
