import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createManagementSessionStore,
  type ManagementSessionStore,
} from '../../../../store/management/management-session-store.ts';
import { createNamedUsers } from '../../../../testing/store/named-users.ts';
import { createSessionAdministrationStore } from '../../../../store/management/session-administration-store.ts';
import {
  createSessionConfirmationStore,
  type SessionConfirmationStore,
} from '../../../../store/management/session-confirmation-store.ts';
import {
  createSignOnStore,
  type ConfirmedSignOn,
  type SignOnStore,
} from '../../../../store/management/sign-on-store.ts';
import { createTokenAdministrationStore } from '../../../../store/management/token-administration-store.ts';
import { createUserAdministrationStore } from '../../../../store/management/user-administration-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let signOns: SignOnStore;
let confirmations: SessionConfirmationStore;
let sessions: ManagementSessionStore;

beforeAll(async () => {
  world = await openStoreWorld();
  signOns = createSignOnStore(world.pool, world.clock);
  confirmations = createSessionConfirmationStore(world.pool, world.clock);
  sessions = createManagementSessionStore(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('TRUNCATE management_users, management_sign_on_states CASCADE');
});

const administration = () => createUserAdministrationStore(world.pool, world.clock);

const signOn = (change: Partial<ConfirmedSignOn> = {}) =>
  signOns.start({
    issuer: 'https://login.example.com',
    subject: 'grace',
    role: 'operator',
    preferredName: 'Grace Hopper',
    network: '192.0.2.1',
    confirmedAt: world.clock.now(),
    refreshToken: 'refresh-1',
    ...change,
  });

/** Moves the clock to a number of minutes after the start. */
const moveTo = (minutes: number) => world.clock.set(new Date(Date.UTC(2026, 2, 2, 8, minutes)).toISOString());

describe('a state', () => {
  it('is used once, also by concurrent requests, and forgotten after its end', async () => {
    const until = new Date('2026-03-02T08:10:00.000Z');
    const uses = await Promise.all(Array.from({ length: 8 }, () => signOns.useState('one', until)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await signOns.useState('two', until)).toBe(true);
    moveTo(10);
    expect(await signOns.useState('three', new Date('2026-03-02T08:20:00.000Z'))).toBe(true);
    const { rows } = await world.pool.query<{ row: string }>('SELECT s::text AS row FROM management_sign_on_states s');
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain('three');
  });
});

describe('a user who signs on', () => {
  it('is the subject of an issuer, with a name that identifies nobody', async () => {
    const users = createNamedUsers(world.pool, world.clock);
    await users.add({ name: 'sso.gracehopper', role: 'viewer', passwordHash: 'hash' });
    const first = (await signOn())!;
    expect(first).toMatchObject({
      name: expect.stringMatching(/^sso\.gracehopper-[0-9a-f]{8}$/) as string,
      role: 'operator',
      mustChangePassword: false,
      expiresAt: new Date('2026-03-02T20:00:00.000Z'),
      signOn: { issuer: 'https://login.example.com', confirmedAt: new Date('2026-03-02T08:00:00.000Z') },
    });
    const again = (await signOn({ preferredName: 'another' }))!;
    expect([again.userId, again.name]).toEqual([first.userId, first.name]);
    const elsewhere = (await signOn({ issuer: 'https://other.example.com' }))!;
    expect(elsewhere.userId).not.toBe(first.userId);
    const { token, ...session } = again;
    expect(await sessions.resolve(token)).toEqual(session);
  });

  it('is created once by concurrent sign-ons', async () => {
    const started = await Promise.all(Array.from({ length: 8 }, () => signOn()));
    expect(new Set(started.map((session) => session!.userId)).size).toBe(1);
    expect(new Set(started.map((session) => session!.token)).size).toBe(8);
  });

  it('has neither a password nor a token, and only the provider changes the role', async () => {
    const { userId, name } = (await signOn())!;
    const users = createNamedUsers(world.pool, world.clock);
    const conflict = { code: 'conflict' };
    const issued = { passwordHash: 'hash', oneTimeUntil: new Date('2026-03-03T08:00:00.000Z') };
    await expect(administration().changeRole(userId, 'admin', undefined)).rejects.toMatchObject(conflict);
    await expect(administration().resetPassword(userId, issued, undefined)).rejects.toMatchObject(conflict);
    await expect(users.setRole(name, 'admin')).rejects.toMatchObject(conflict);
    await expect(users.setPassword(name, 'hash')).rejects.toMatchObject(conflict);
    expect(await users.findForLogin(name, '192.0.2.1')).toBeUndefined();
    const tokens = createTokenAdministrationStore(world.pool, world.clock);
    const wanted = { label: 'ci', role: 'viewer' as const, scopes: [], expiresAt: undefined };
    await expect(tokens.create(wanted, { userId })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('cannot sign on while disabled, and is another user after a removal', async () => {
    const first = (await signOn())!;
    await administration().disable(first.userId, undefined);
    expect([await signOn(), await sessions.resolve(first.token)]).toEqual([undefined, undefined]);
    await administration().enable(first.userId);
    expect((await signOn())?.userId).toBe(first.userId);
    await administration().remove(first.userId, undefined);
    expect((await signOn())?.userId).not.toBe(first.userId);
  });

  it('does not count as another admin, because the provider may be away', async () => {
    const users = createNamedUsers(world.pool, world.clock);
    const { userId } = await users.add({ name: 'root', role: 'admin', passwordHash: 'hash' });
    const grace = (await signOn({ role: 'admin' }))!;
    await expect(administration().disable(userId, grace.userId)).rejects.toMatchObject({ code: 'conflict' });
    await administration().disable(grace.userId, userId);
    expect(await sessions.resolve(grace.token)).toBeUndefined();
  });

  it('has a session of 15 minutes without a refresh token', async () => {
    const { token, expiresAt } = (await signOn({ refreshToken: undefined }))!;
    expect(expiresAt).toEqual(new Date('2026-03-02T08:15:00.000Z'));
    moveTo(15);
    expect(await sessions.resolve(token)).toBeUndefined();
  });
});

describe('a session of a sign-on', () => {
  it('has its refresh token only under the token of its cookie', async () => {
    const { token } = (await signOn())!;
    const { rows } = await world.pool.query<{ bytes: Buffer }>(
      'SELECT refresh_token AS bytes FROM management_sessions',
    );
    expect(rows[0]!.bytes.toString('latin1')).not.toContain('refresh-1');
    moveTo(10);
    expect((await confirmations.claim(token))?.refreshToken).toBe('refresh-1');
  });

  it('is asked about by one process at a time, and again 30 seconds after one that died', async () => {
    const { token } = (await signOn())!;
    moveTo(9);
    expect(await confirmations.claim(token)).toBeUndefined();
    moveTo(10);
    const claims = await Promise.all(Array.from({ length: 4 }, () => confirmations.claim(token)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    world.clock.set('2026-03-02T08:10:29.999Z');
    expect(await confirmations.claim(token)).toBeUndefined();
    world.clock.set('2026-03-02T08:10:30.000Z');
    expect((await confirmations.claim(token))?.subject).toBe('grace');
  });

  it('takes the confirmed role and the next refresh token', async () => {
    const { token } = (await signOn())!;
    moveTo(10);
    const claimed = (await confirmations.claim(token))!;
    await confirmations.confirm(claimed, {
      token,
      role: 'admin',
      confirmedAt: world.clock.now(),
      refreshToken: 'refresh-2',
    });
    const confirmedAt = new Date('2026-03-02T08:10:00.000Z');
    expect(await sessions.resolve(token)).toMatchObject({ role: 'admin', signOn: { confirmedAt } });
    moveTo(20);
    expect((await confirmations.claim(token))?.refreshToken).toBe('refresh-2');
  });

  it('does not take a role from an answer that is older than another one', async () => {
    const slow = (await signOn())!;
    const other = (await signOn())!;
    moveTo(10);
    const claimed = (await confirmations.claim(slow.token))!;
    const askedAt = world.clock.now();
    moveTo(11);
    const quick = (await confirmations.claim(other.token))!;
    const answer = { refreshToken: 'refresh-2', token: other.token };
    await confirmations.confirm(quick, { ...answer, role: 'viewer', confirmedAt: world.clock.now() });
    await confirmations.confirm(claimed, { ...answer, token: slow.token, role: 'admin', confirmedAt: askedAt });
    expect((await sessions.resolve(slow.token))?.role).toBe('viewer');
  });

  it('ends with every other one of a user who lost the role, and not by an older answer', async () => {
    const [one, other] = [(await signOn())!, (await signOn())!];
    const identity = { issuer: 'https://login.example.com', subject: 'grace' };
    await confirmations.withdraw(identity, new Date('2026-03-02T07:59:59.999Z'));
    expect(await sessions.resolve(one.token)).toBeDefined();
    moveTo(1);
    await confirmations.withdraw(identity, world.clock.now());
    expect([await sessions.resolve(one.token), await sessions.resolve(other.token)]).toEqual([undefined, undefined]);
    expect((await administration().find(one.userId))?.role).toBe('viewer');
  });

  it('ends alone if the provider does not continue it', async () => {
    const [one, other] = [(await signOn())!, (await signOn())!];
    await confirmations.end(one);
    expect(await sessions.resolve(one.token)).toBeUndefined();
    expect(await sessions.resolve(other.token)).toBeDefined();
  });

  it('is not revived by a confirmation after its end', async () => {
    const { token, userId } = (await signOn())!;
    moveTo(10);
    const claimed = (await confirmations.claim(token))!;
    await administration().disable(userId, undefined);
    const answer = { token, role: 'admin' as const, confirmedAt: world.clock.now(), refreshToken: 'refresh-2' };
    await confirmations.confirm(claimed, answer);
    expect(await sessions.resolve(token)).toBeUndefined();
  });
});

it('a session from before the upgrade has ended, and no list shows it', async () => {
  const users = createNamedUsers(world.pool, world.clock);
  const { userId } = await users.add({ name: 'ada', role: 'viewer', passwordHash: 'hash' });
  const { token } = (await sessions.start({ userId, passwordHash: 'hash', network: '192.0.2.1' }))!;
  expect(await sessions.resolve(token)).toBeDefined();
  await world.pool.query('UPDATE management_sessions SET begun_by = NULL');
  expect(await sessions.resolve(token)).toBeUndefined();
  const listed = createSessionAdministrationStore(world.pool, world.clock);
  expect(await listed.page({ userId: undefined, limit: 10, after: undefined })).toEqual([]);
});
