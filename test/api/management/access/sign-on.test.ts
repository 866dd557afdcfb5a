import type { InjectOptions } from 'fastify';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { COOKIE_HEADERS, SIGN_ON_COOKIE_HEADERS } from '../../../../contracts/management/login.ts';
import type { ManagementProblem } from '../../../../contracts/management/problem.ts';
import { Refusal } from '../../../../domain/kernel/errors.ts';
import {
  createManagementFixture,
  logInAsAda,
  SIGN_ON,
  type ManagementFixture,
} from '../../../../testing/apps/management-fixture.ts';
import { GRACE, GRACES_SESSION, PROVIDER_ISSUER } from '../../../../testing/fakes/sign-on.ts';

const AWAY = new Refusal('dependency_unavailable', 'The provider is away.');
const COOKIE = 'truetally_sign_on';
const SESSION = { cookie: `truetally_session=${GRACES_SESSION}` };

const begin = ({ app }: ManagementFixture, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/tt/api/v1/sign-on', headers });

const complete = ({ app }: ManagementFixture, body: object = SIGN_ON.body, options: InjectOptions = {}) =>
  app.inject({
    method: 'POST',
    url: '/tt/api/v1/sign-on/complete',
    headers: SIGN_ON.headers,
    payload: body,
    ...options,
  });

const me = async ({ app }: ManagementFixture) => {
  const answer = await app.inject({ url: '/tt/api/v1/me', headers: SESSION });
  return [answer.statusCode, answer.json<{ role?: string }>().role];
};

/** Moves the clock of a plane to a number of minutes after its start. */
function moveTo(plane: ManagementFixture, minutes: number): void {
  plane.now = new Date(Date.parse('2026-03-01T12:00:00.000Z') + minutes * 60_000);
}

/** A plane on which the user of the provider has a session. */
async function signedOn(): Promise<ManagementFixture> {
  const plane = createManagementFixture();
  expect((await complete(plane)).statusCode).toBe(200);
  plane.signOnOutcomes.length = 0;
  plane.signOn.presented.length = 0;
  return plane;
}

describe('the beginning of a sign-on', () => {
  it('answers with the address of the provider, and binds the sign-on to the browser', async () => {
    const plane = createManagementFixture();
    const answer = await begin(plane);
    const { authorization_url: url, expires_at: expiresAt } = answer.json<Record<string, string>>();
    const { origin, searchParams } = new URL(url!);
    expect([origin, expiresAt]).toEqual([PROVIDER_ISSUER, '2026-03-01T12:10:00.000Z']);
    expect([searchParams.get('state'), searchParams.get('nonce')]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    expect(searchParams.get('verifier_length')).toBe('43');
    const cookie = answer.headers['set-cookie'];
    expect(Value.Check(SIGN_ON_COOKIE_HEADERS['Set-Cookie'], cookie)).toBe(true);
    expect(cookie).toMatch(/^truetally_sign_on=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(searchParams.get('state'));
    expect(plane.audit.rows).toEqual([]);
  });

  it('never repeats a state, a nonce or a cookie', async () => {
    const plane = createManagementFixture();
    const urls = [await begin(plane), await begin(plane)].map(
      (answer) => new URL(answer.json<{ authorization_url: string }>().authorization_url).searchParams,
    );
    expect(new Set(urls.flatMap((params) => [params.get('state'), params.get('nonce')])).size).toBe(4);
  });

  it('has a cookie over TLS that no other host can set', async () => {
    const plane = createManagementFixture({ limits: { trustedProxies: ['127.0.0.1'] as never[] } });
    const answer = await begin(plane, { 'x-forwarded-proto': 'https' });
    expect(answer.headers['set-cookie']).toMatch(/^__Host-truetally_sign_on=[\w.-]+; Path=\/; .*; Secure$/);
  });

  it('is counted while the provider is away, and sets no cookie', async () => {
    const plane = createManagementFixture();
    plane.signOn.fault = AWAY;
    const answer = await begin(plane);
    expect([answer.statusCode, plane.signOnOutcomes]).toEqual([503, ['unavailable']]);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('takes no address from the request', async () => {
    const plane = createManagementFixture();
    const answer = await begin(plane, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect(answer.body).not.toContain('evil.example');
  });
});

describe('the completion of a sign-on', () => {
  it('starts a session of the subject of the issuer, with a new cookie', async () => {
    const plane = createManagementFixture();
    const answer = await complete(plane, { ...SIGN_ON.body, iss: PROVIDER_ISSUER });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { user_id: GRACE.userId, token_id: GRACE.sessionId, label: GRACE.name, role: 'operator' },
    ]);
    expect(Value.Check(COOKIE_HEADERS['Set-Cookie'], answer.headers['set-cookie'])).toBe(true);
    expect(answer.body).not.toContain(GRACES_SESSION);
    const { issuer, subject, role, preferredName, network, refreshToken } = plane.signOn.started[0]!;
    expect({ issuer, subject, role, preferredName, network, refreshToken }).toEqual({
      issuer: PROVIDER_ISSUER,
      subject: GRACE.subject,
      role: 'operator',
      preferredName: 'grace',
      network: '127.0.0.1',
      refreshToken: 'refresh-1',
    });
    expect([plane.signOn.attempts, plane.signOn.stated]).toEqual([[SIGN_ON.attempt], [PROVIDER_ISSUER]]);
    expect([plane.signOnOutcomes, Object.fromEntries(plane.counted)]).toEqual([
      ['accepted'],
      { 'sign-on 127.0.0.1': 0 },
    ]);
    expect(await me(plane)).toEqual([200, 'operator']);
  });

  it('leaves an audit row with the ids of the user and the session, and with no code', async () => {
    const plane = createManagementFixture();
    await complete(plane);
    expect(plane.audit.rows).toMatchObject([
      {
        operation: 'management.sign_on.complete',
        address: '127.0.0.1',
        end: { outcome: 'accepted', status: 200, targets: [GRACE.sessionId, GRACE.userId] },
      },
    ]);
    for (const text of ['good', 'refresh-1', SIGN_ON.attempt.state, 'ada@example.com'])
      expect(JSON.stringify(plane.audit.rows)).not.toContain(text);
  });

  it.each<[string, object, InjectOptions]>([
    ['a state of nobody', { ...SIGN_ON.body, state: 'a'.repeat(43) }, {}],
    ['another browser, which has no cookie', SIGN_ON.body, { headers: {} }],
    [
      'a cookie of another key',
      SIGN_ON.body,
      { headers: { cookie: `${COOKIE}=k.${'a'.repeat(43)}.${'b'.repeat(43)}` } },
    ],
    ['a cookie that is not well formed', SIGN_ON.body, { headers: { cookie: `${COOKIE}=a.b.c` } }],
    [
      'a cookie with a later end',
      SIGN_ON.body,
      { headers: { cookie: SIGN_ON.headers.cookie.replace(/=\w+\./, '=zzzzzzzz.') } },
    ],
  ])('refuses %s without asking the provider', async (_name, body, options) => {
    const plane = createManagementFixture();
    const answer = await complete(plane, body, options);
    expect([answer.statusCode, answer.json<ManagementProblem>().code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect([plane.signOn.presented, plane.signOnOutcomes]).toEqual([[], ['refused']]);
  });

  it('accepts a state once, also if two requests send it together', async () => {
    const plane = createManagementFixture();
    const answers = await Promise.all([complete(plane), complete(plane), complete(plane)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401]);
    expect(plane.signOn.presented).toEqual(['good']);
  });

  it('accepts no second code for a state whose first code was refused', async () => {
    const plane = createManagementFixture();
    const first = await complete(plane, { ...SIGN_ON.body, code: 'stolen' });
    expect([first.statusCode, (await complete(plane)).statusCode]).toEqual([401, 401]);
    expect(plane.signOn.presented).toEqual(['stolen']);
  });

  it('refuses an answer after ten minutes', async () => {
    const plane = createManagementFixture();
    moveTo(plane, 10);
    expect((await complete(plane)).statusCode).toBe(401);
    expect(plane.signOn.presented).toEqual([]);
  });

  it('gives nobody a role by default, and ends the sessions of a user who lost the role', async () => {
    const plane = createManagementFixture();
    plane.signOn.groups = ['other', 'tally-operators-2'];
    const answer = await complete(plane);
    expect([answer.statusCode, answer.json<ManagementProblem>().code]).toEqual([403, 'forbidden']);
    expect([plane.signOn.withdrawn, plane.signOn.started, plane.signOnOutcomes]).toEqual([
      [{ issuer: PROVIDER_ISSUER, subject: GRACE.subject }],
      [],
      ['no_role'],
    ]);
  });

  it('gives the highest role of several rules', async () => {
    const plane = createManagementFixture();
    plane.signOn.groups = ['tally-operators', 'tally-admins'];
    expect((await complete(plane)).json<{ role: string }>().role).toBe('admin');
  });

  it('does not let a disabled user in', async () => {
    const plane = createManagementFixture();
    plane.signOn.isDisabled = true;
    const answer = await complete(plane);
    expect([answer.statusCode, plane.signOnOutcomes]).toEqual([403, ['no_role']]);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('is slowed like logins, without asking the provider', async () => {
    const plane = createManagementFixture();
    plane.retryAfterMs = 9_001;
    const answer = await complete(plane);
    expect([answer.statusCode, answer.headers['retry-after'], plane.signOn.presented]).toEqual([429, '10', []]);
    expect(plane.signOnOutcomes).toEqual(['slowed']);
  });

  it('counts attempts by network, except accepted ones', async () => {
    const plane = createManagementFixture();
    await complete(plane, { ...SIGN_ON.body, state: 'x' });
    await complete(plane, SIGN_ON.body, { headers: {} });
    expect(Object.fromEntries(plane.counted)).toEqual({ 'sign-on 127.0.0.1': 2 });
  });
});

describe('a session of a sign-on', () => {
  it('asks the provider again after ten minutes, and takes the present role', async () => {
    const plane = await signedOn();
    plane.signOn.groups = ['tally-admins'];
    moveTo(plane, 9.99);
    expect([await me(plane), plane.signOn.presented]).toEqual([[200, 'operator'], []]);
    moveTo(plane, 10);
    expect([await me(plane), plane.signOn.presented]).toEqual([[200, 'admin'], ['refresh-0']]);
    moveTo(plane, 19.99);
    expect([await me(plane), plane.signOn.presented]).toEqual([[200, 'admin'], ['refresh-0']]);
    expect(plane.signOnOutcomes).toEqual(['confirmed']);
  });

  it('ends when a role was removed at the provider', async () => {
    const plane = await signedOn();
    plane.signOn.groups = [];
    moveTo(plane, 14);
    expect(await me(plane)).toEqual([401, undefined]);
    expect([plane.signOnOutcomes, plane.sessions.size]).toEqual([['ended'], 0]);
  });

  it('ends when the provider does not continue it', async () => {
    const plane = await signedOn();
    plane.signOn.groups = undefined;
    moveTo(plane, 14);
    expect([await me(plane), plane.signOnOutcomes]).toEqual([[401, undefined], ['ended']]);
  });

  it('continues for 15 minutes after the last confirmation while the provider is away, and again when it is back', async () => {
    const plane = await signedOn();
    plane.signOn.fault = AWAY;
    moveTo(plane, 14.99);
    expect(await me(plane)).toEqual([200, 'operator']);
    moveTo(plane, 15);
    expect(await me(plane)).toEqual([503, undefined]);
    expect(plane.signOnOutcomes).toEqual(['unavailable', 'unavailable']);
    plane.signOn.fault = undefined;
    expect(await me(plane)).toEqual([200, 'operator']);
  });

  it('waits for another process that asks, no longer than the confirmation counts', async () => {
    const plane = await signedOn();
    plane.signOn.isClaimed = true;
    moveTo(plane, 14);
    expect(await me(plane)).toEqual([200, 'operator']);
    moveTo(plane, 15);
    expect(await me(plane)).toEqual([503, undefined]);
    expect(plane.signOn.presented).toEqual([]);
  });

  it('asks once for concurrent requests', async () => {
    const plane = await signedOn();
    moveTo(plane, 16);
    const answers = await Promise.all([me(plane), me(plane), me(plane)]);
    expect([answers, plane.signOn.presented]).toEqual([Array(3).fill([200, 'operator']), ['refresh-0']]);
  });

  it('ends with the configuration of its provider', async () => {
    const plane = await signedOn();
    plane.signOn.isConfigured = false;
    expect(await me(plane)).toEqual([401, undefined]);
  });

  it('creates no token, which would outlast the confirmations', async () => {
    const plane = await signedOn();
    const answer = await plane.app.inject({
      method: 'POST',
      url: '/tt/api/v1/tokens',
      headers: SESSION,
      payload: { label: 'ci', role: 'viewer', scopes: [] },
    });
    expect([answer.statusCode, plane.accessAdministration.tokens.size]).toEqual([403, 1]);
  });

  it('leaves users with passwords independent of the provider', async () => {
    const plane = createManagementFixture();
    plane.signOn.fault = AWAY;
    const cookie = await logInAsAda(plane);
    moveTo(plane, 600);
    expect((await plane.app.inject({ url: '/tt/api/v1/me', headers: cookie })).statusCode).toBe(200);
  });
});

describe('the page of sign-ons', () => {
  it('contains nothing of the request, and allows only its own script', async () => {
    const plane = createManagementFixture();
    const answer = await plane.app.inject('/tt/sign-on?code=%3Cscript%3E&state=evil&error=evil');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; connect-src 'self'; /,
    );
    expect([answer.headers['referrer-policy'], answer.headers['cache-control']]).toEqual(['no-referrer', 'no-store']);
    expect(answer.body).not.toContain('evil');
  });

  it('does not exist without sign-on', async () => {
    const plane = createManagementFixture();
    plane.signOn.isConfigured = false;
    expect((await plane.app.inject('/tt/sign-on')).statusCode).toBe(404);
  });
});
