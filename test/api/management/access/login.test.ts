import type { InjectOptions } from 'fastify';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { COOKIE_HEADERS } from '../../../../contracts/management/login.ts';
import { ManagementMeSchema } from '../../../../contracts/management/me.ts';
import { type ManagementProblem, ManagementProblemSchema } from '../../../../contracts/management/problem.ts';
import {
  ADA,
  logInAsAda,
  createManagementFixture,
  type ManagementFixture,
} from '../../../../testing/apps/management-fixture.ts';

const SESSION_ID = 'tok_0000000000000000000000000a';

function logIn({ app }: ManagementFixture, body: unknown = {}, options: InjectOptions = {}) {
  const payload = typeof body === 'string' ? body : { name: ADA.name, password: ADA.password, ...(body as object) };
  return app.inject({
    method: 'POST',
    url: '/tt/api/v1/login',
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
    payload,
  });
}

const logOut = ({ app }: ManagementFixture, headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/tt/api/v1/logout', headers });

const me = async ({ app }: ManagementFixture, headers: Record<string, string>) =>
  (await app.inject({ url: '/tt/api/v1/me', headers })).statusCode;

/** The status and the code of a problem, whose form is checked. */
function problemOf(answer: Awaited<ReturnType<typeof logIn>>): [number, string] {
  const problem = answer.json<ManagementProblem>();
  expect([...Value.Errors(ManagementProblemSchema, problem)]).toEqual([]);
  return [answer.statusCode, problem.code];
}

describe('a login', () => {
  it('answers with the user, and with a cookie that scripts and other sites cannot read', async () => {
    const plane = createManagementFixture();
    const answer = await logIn(plane);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      user_id: ADA.userId,
      token_id: SESSION_ID,
      label: 'ada',
      role: 'operator',
    });
    expect([...Value.Errors(ManagementMeSchema, answer.json())]).toEqual([]);
    expect(answer.headers['set-cookie']).toBe(
      'truetally_session=session-1; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict',
    );
    expect(Value.Check(COOKIE_HEADERS['Set-Cookie'], answer.headers['set-cookie'])).toBe(true);
    expect(answer.body).not.toContain('session-1');
    expect(plane.logins).toEqual(['accepted']);
  });

  it.each([
    ['http', '192.0.2.7', undefined],
    ['https', '127.0.0.1', 'Secure'],
  ])('reads %s from a trusted proxy, and does not read %s', async (_name, trusted, secure) => {
    const plane = createManagementFixture({ limits: { trustedProxies: [trusted] as never[] } });
    const answer = await logIn(plane, {}, { headers: { 'x-forwarded-proto': 'https' } });
    expect(String(answer.headers['set-cookie']).split('; ')[5]).toBe(secure);
  });

  it('replaces the cookie of an earlier version, which browsers send first', async () => {
    const plane = createManagementFixture();
    const { cookie } = await logInAsAda(plane);
    expect(await me(plane, { cookie: `truetally_session=${'a'.repeat(43)}; other=1; ${cookie}` })).toBe(200);
    expect(await me(plane, { cookie: `${cookie}; truetally_session=${'a'.repeat(43)}` })).toBe(401);
  });

  it('has a cookie over TLS that no other host can set, and that alone opens the plane over TLS', async () => {
    const plane = createManagementFixture({ limits: { trustedProxies: ['127.0.0.1'] as never[] } });
    const tls = { 'x-forwarded-proto': 'https' };
    const answer = await logIn(plane, {}, { headers: tls });
    expect(answer.headers['set-cookie']).toBe(
      '__Host-truetally_session=session-1; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure',
    );
    expect(Value.Check(COOKIE_HEADERS['Set-Cookie'], answer.headers['set-cookie'])).toBe(true);
    expect(await me(plane, { cookie: '__Host-truetally_session=session-1', ...tls })).toBe(200);
    expect(await me(plane, { cookie: 'truetally_session=session-1', ...tls })).toBe(401);
    expect(await me(plane, { cookie: '__Host-truetally_session=session-1' })).toBe(401);
  });

  it.each([
    ['a wrong password', { password: 'correct horse batter' }],
    ['an empty one', { password: '' }],
    ['a password that is too long after Unicode composition', { password: '\ufdfa'.repeat(100) }],
    ['an unknown name', { name: 'eve' }],
    ['both', { name: 'eve', password: 'x' }],
  ])('answers %s with 401, always with the same text, and without a cookie', async (_name, body) => {
    const plane = createManagementFixture();
    const answer = await logIn(plane, body);
    expect(problemOf(answer)).toEqual([401, 'unauthenticated']);
    expect(answer.json<ManagementProblem>().detail).toBe(
      'The name or the password is wrong. Correct it, or ask an administrator for a new password.',
    );
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(plane.logins).toEqual(['refused']);
  });

  it('accepts a password in any Unicode composition', async () => {
    const plane = createManagementFixture();
    plane.hash = '2 caf\u00e9 in the morning';
    expect((await logIn(plane, { password: 'cafe\u0301 in the morning' })).statusCode).toBe(200);
  });

  it('stores a password hash with current parameters if it had other parameters', async () => {
    const plane = createManagementFixture();
    plane.hash = `1 ${ADA.password}`;
    expect((await logIn(plane, { password: 'wrong' })).statusCode).toBe(401);
    expect(plane.hash).toBe(`1 ${ADA.password}`);
    expect((await logIn(plane)).statusCode).toBe(200);
    expect(plane.hash).toBe(`2 ${ADA.password}`);
  });

  it('fails if the user was removed after the password was checked', async () => {
    const plane = createManagementFixture();
    const begin = plane.audit.port.begin;
    plane.audit.port.begin = (entry) => {
      plane.hash = undefined;
      return begin(entry);
    };
    const answer = await logIn(plane);
    expect(problemOf(answer)).toEqual([401, 'unauthenticated']);
    expect(plane.audit.rows.map(({ operation, end }) => [operation, end?.outcome])).toEqual([
      ['management.login', 'refused'],
    ]);
  });

  it.each([
    ['nothing', 400, 'bad_request', ''],
    ['a body that is not JSON', 400, 'bad_request', '{"name":'],
    ['a list', 400, 'bad_request', '[]'],
    ['a name in capitals', 400, 'bad_request', { name: 'Ada' }],
    ['a name that is too long', 400, 'bad_request', { name: 'a'.repeat(65) }],
    ['no password', 400, 'bad_request', { password: null }],
    ['a password of 257 characters', 400, 'bad_request', { password: 'a'.repeat(257) }],
    ['an additional member', 400, 'bad_request', { remember: true }],
    ['a mebibyte', 413, 'payload_too_large', { password: 'a'.repeat(1_048_576) }],
  ])('answers %s with %i %s, without checking a password', async (_name, status, code, body) => {
    const plane = createManagementFixture();
    expect(problemOf(await logIn(plane, body))).toEqual([status, code]);
    expect([plane.logins, [...plane.counted]]).toEqual([[], []]);
  });

  it('answers a body that is not JSON with 415, a GET with 405 and a key with 400', async () => {
    const plane = createManagementFixture();
    expect(problemOf(await logIn(plane, 'name=ada', { headers: { 'content-type': 'text/plain' } }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    const answer = await plane.app.inject('/tt/api/v1/login');
    expect([problemOf(answer), answer.headers.allow]).toEqual([[405, 'method_not_allowed'], 'POST']);
    expect(problemOf(await logIn(plane, {}, { headers: { 'idempotency-key': 'once' } }))).toEqual([400, 'bad_request']);
  });
});

describe('a caller with too many login attempts', () => {
  it('gets the time of the next attempt, without a check of the password', async () => {
    const plane = createManagementFixture();
    plane.retryAfterMs = 59_001;
    const answer = await logIn(plane);
    expect([problemOf(answer), answer.headers['retry-after']]).toEqual([[429, 'rate_limited'], '60']);
    expect(answer.json<ManagementProblem>().detail).toBe(
      'There were too many attempts to log in. Wait 60 seconds, and try again.',
    );
    expect([plane.logins, plane.sessions.size]).toEqual([['slowed'], 0]);
  });

  it('is rejected and not counted if too many passwords are being hashed', async () => {
    const plane = createManagementFixture();
    plane.isBusy = true;
    const answer = await logIn(plane);
    expect([problemOf(answer), answer.headers['retry-after']]).toEqual([[429, 'rate_limited'], '1']);
    expect([...plane.counted]).toEqual([]);
  });

  it('is counted by network and name for wrong passwords only', async () => {
    const plane = createManagementFixture();
    const counted = () => Object.fromEntries(plane.counted);
    await logIn(plane, { password: 'wrong' });
    await logIn(plane, { name: 'eve' });
    await logIn(plane, {});
    expect(counted()).toEqual({ 'network 127.0.0.1': 2, 'name ada': 1, 'name eve': 1 });
    await logIn(plane, { password: 'wrong' }, { remoteAddress: '2001:db8:1:2:3:4:5:6' });
    expect(counted()).toMatchObject({ 'network 2001:db8:1:2': 1, 'name ada': 2 });
  });

  it('is counted separately from strangers if the user has logged in before', async () => {
    const plane = createManagementFixture({ isKnownNetwork: true });
    await logIn(plane, { password: 'wrong' });
    expect(Object.fromEntries(plane.counted)).toEqual({ 'network 127.0.0.1': 1, 'name ada 127.0.0.1': 1 });
  });
});

describe('a page of another site', () => {
  it.each([
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { 'sec-fetch-site': 'same-site' }],
    [403, { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' }],
    [403, { origin: 'http://evil.example' }],
    [403, { origin: 'null' }],
    [403, { origin: 'http://localhost:81' }],
    [200, { 'sec-fetch-site': 'same-origin', origin: 'http://other.example' }],
    [200, { 'sec-fetch-site': 'none' }],
    [200, { origin: 'http://localhost:7075', host: 'localhost:7075' }],
    [200, {}],
  ])('gets %i if a browser sends %j, at the start of a session and at its end', async (status, browserHeaders) => {
    const plane = createManagementFixture();
    const cookie = await logInAsAda(plane);
    const login = await logIn(plane, {}, { headers: browserHeaders });
    const logout = await logOut(plane, { ...cookie, ...browserHeaders });
    expect([login.statusCode, logout.statusCode]).toEqual([status, status]);
    expect(await me(plane, cookie)).toBe(status === 200 ? 401 : 200);
    if (status === 403) expect(problemOf(login)).toEqual([403, 'forbidden']);
  });

  it('may read with a session if its browser permits it, and may write with a token', async () => {
    const plane = createManagementFixture();
    const browserHeaders = { 'sec-fetch-site': 'cross-site' };
    expect(await me(plane, { ...(await logInAsAda(plane)), ...browserHeaders })).toBe(200);
    expect(await me(plane, { authorization: 'Bearer known', ...browserHeaders })).toBe(200);
  });
});

describe('a logout', () => {
  it('ends only its own session, and removes its cookie', async () => {
    const plane = createManagementFixture();
    const [one, other] = [await logInAsAda(plane), await logInAsAda(plane)];
    const answer = await logOut(plane, one);
    expect([answer.statusCode, answer.json()]).toEqual([200, { token_id: SESSION_ID, ended: true }]);
    expect(answer.headers['set-cookie']).toBe('truetally_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict');
    expect(Value.Check(COOKIE_HEADERS['Set-Cookie'], answer.headers['set-cookie'])).toBe(true);
    expect([await me(plane, one), await me(plane, other)]).toEqual([401, 200]);
    expect(problemOf(await logOut(plane, one))).toEqual([401, 'unauthenticated']);
  });

  it('is not available for tokens', async () => {
    const plane = createManagementFixture();
    const answer = await logOut(plane, { authorization: 'Bearer known' });
    expect(problemOf(answer)).toEqual([403, 'forbidden']);
    expect(answer.json<ManagementProblem>().detail).toBe(
      'A token has no session to end. Ask an operator to revoke the token.',
    );
  });
});

describe('the audit', () => {
  it('has a row for each login and logout, with the user and the session', async () => {
    const plane = createManagementFixture();
    await logOut(plane, await logInAsAda(plane));
    expect(plane.audit.rows).toMatchObject([
      {
        operation: 'management.login',
        subjectId: ADA.userId,
        address: '127.0.0.1',
        end: { outcome: 'accepted', status: 200, targets: [SESSION_ID, ADA.userId] },
      },
      {
        operation: 'management.logout',
        subjectId: ADA.userId,
        credentialId: SESSION_ID,
        end: { outcome: 'accepted', status: 200, targets: [SESSION_ID] },
      },
    ]);
  });

  it('counts wrong passwords of an address in one row per minute, without names and passwords', async () => {
    const plane = createManagementFixture();
    for (const name of ['ada', 'eve', 'mallory']) await logIn(plane, { name, password: 'guessed it' });
    plane.retryAfterMs = 1;
    await logIn(plane);
    await plane.app.close();
    expect(plane.audit.rows.map(({ operation, end, requests }) => [operation, end?.code, requests])).toEqual([
      ['management.login', 'unauthorized', 3],
      ['management.login', 'rate_limited', 1],
    ]);
    for (const text of ['guessed', 'eve', ADA.password]) expect(JSON.stringify(plane.audit.rows)).not.toContain(text);
  });

  it('prevents logins that cannot be recorded', async () => {
    const plane = createManagementFixture();
    plane.audit.fault = new Error('disk full');
    expect(problemOf(await logIn(plane))).toEqual([503, 'dependency_unavailable']);
    expect(plane.sessions.size).toBe(0);
  });
});
