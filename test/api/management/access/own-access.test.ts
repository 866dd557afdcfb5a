import { describe, expect, it } from 'vitest';
import type { ManagementProblem } from '../../../../contracts/management/problem.ts';
import { SCOPES } from '../../../../domain/management/scopes.ts';
import { BOB, BOBS_SESSION, BOBS_TOKEN, TOKEN_TEXT } from '../../../../testing/fakes/access-administration.ts';
import {
  ADA,
  createManagementFixture,
  logInAsAda,
  TOKEN,
  type ManagementFixture,
} from '../../../../testing/apps/management-fixture.ts';

const AUTHORIZED = { authorization: 'Bearer known' };
const NEW_PASSWORD = 'another horse battery';

function ask(
  { app }: ManagementFixture,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  headers: Record<string, string>,
  payload?: object,
) {
  return app.inject({ method, url: `/tt/api/v1${path}`, headers, ...(payload && { payload }) });
}

const changePassword = (plane: ManagementFixture, headers: Record<string, string>, change: object = {}) =>
  ask(plane, 'POST', '/me/password', headers, {
    ...{ current_password: ADA.password, new_password: NEW_PASSWORD },
    ...change,
  });

describe('a change of the own password', () => {
  it('ends every session, and answers with a new cookie', async () => {
    const plane = createManagementFixture();
    const one = await logInAsAda(plane);
    await logInAsAda(plane);
    const answer = await changePassword(plane, one);
    expect([answer.statusCode, plane.hash, plane.sessions.size]).toEqual([200, `2 ${NEW_PASSWORD}`, 1]);
    expect(answer.headers['set-cookie']).toMatch(/^truetally_session=session-1; /);
    expect(answer.json()).toMatchObject({ user_id: ADA.userId, label: 'ada' });
    expect(plane.accessChanges).toEqual(['password_changed']);
  });

  it.each([
    ['a wrong current password', { current_password: 'wrong' }, 403, 'forbidden', ['password_refused']],
    ['the current password as the new one', { new_password: ADA.password }, 400, 'bad_request', []],
    ['a short one', { new_password: 'short' }, 400, 'bad_request', []],
    ['three common parts', { new_password: 'passwordqwerty1234' }, 200, undefined, ['password_changed']],
    ['two common ones', { new_password: 'PasswordPassword' }, 400, 'bad_request', []],
    ['a common one with a run', { new_password: 'Password12345678' }, 400, 'bad_request', []],
    ['no current password', { current_password: undefined }, 400, 'bad_request', []],
  ])('answers %s with the status of its fault', async (_name, change, status, code, changes) => {
    const plane = createManagementFixture();
    const answer = await changePassword(plane, await logInAsAda(plane), change);
    expect([answer.statusCode, answer.json<Partial<ManagementProblem>>().code]).toEqual([status, code]);
    expect(plane.accessChanges).toEqual(changes);
  });

  it('is slowed like logins, without a check of the password', async () => {
    const plane = createManagementFixture();
    const headers = await logInAsAda(plane);
    plane.retryAfterMs = 59_001;
    const answer = await changePassword(plane, headers);
    expect([answer.statusCode, answer.headers['retry-after'], plane.accessChanges]).toEqual([
      429,
      '60',
      ['password_slowed'],
    ]);
  });

  it('leaves no password in the audit', async () => {
    const plane = createManagementFixture();
    await changePassword(plane, await logInAsAda(plane));
    for (const text of [ADA.password, NEW_PASSWORD]) expect(JSON.stringify(plane.audit.rows)).not.toContain(text);
  });

  it('is the only way out of a one-time password', async () => {
    const plane = createManagementFixture({ role: 'admin', mustChangePassword: true });
    const headers = await logInAsAda(plane);
    const me = await ask(plane, 'GET', '/me', headers);
    expect([me.statusCode, me.json()]).toMatchObject([200, { must_change_password: true }]);
    const refused = await ask(plane, 'GET', '/users', headers);
    expect([refused.statusCode, refused.json<ManagementProblem>().detail]).toEqual([
      403,
      'Your password is a one-time password. Replace it with POST /me/password before you do anything else.',
    ]);
    const changed = await changePassword(plane, headers);
    const cookie = String(changed.headers['set-cookie']).split(';')[0]!;
    expect((await ask(plane, 'GET', '/users', { cookie })).statusCode).toBe(200);
  });
});

describe('sessions', () => {
  const listed = async (plane: ManagementFixture, headers: Record<string, string>, query = '') =>
    (await ask(plane, 'GET', `/sessions${query}`, headers)).json<{ sessions: { name: string; current: boolean }[] }>()
      .sessions;

  it('are the own ones of a user, and all of them for an admin', async () => {
    const plane = createManagementFixture();
    const headers = await logInAsAda(plane);
    expect(await listed(plane, headers)).toMatchObject([{ name: 'ada', current: true }]);
    expect(await listed(plane, headers, `?user_id=${BOB.userId}`)).toEqual([]);
    const own = createManagementFixture({ role: 'admin' });
    const admin = await logInAsAda(own);
    expect((await listed(own, admin)).map(({ name }) => name)).toEqual(['ada', 'bob']);
    expect((await listed(own, admin, `?user_id=${BOB.userId}`)).map(({ name }) => name)).toEqual(['bob']);
  });

  it('are hidden from tokens without every right, also those of the user of the token', async () => {
    const plane = createManagementFixture({ token: { userId: ADA.userId, role: 'admin', scopes: ['evals:read'] } });
    await logInAsAda(plane);
    expect(await listed(plane, AUTHORIZED)).toEqual([]);
    expect((await ask(plane, 'DELETE', `/users/${ADA.userId}/sessions`, AUTHORIZED)).statusCode).toBe(404);
    expect(plane.sessions.size).toBe(1);
  });

  it.each([
    ['operator', BOBS_SESSION.sessionId, 404],
    ['admin', BOBS_SESSION.sessionId, 200],
    ['operator', 'tok_0000000000000000000000000a', 200],
  ] as const)('end for an %s only within reach: %s', async (role, sessionId, status) => {
    const plane = createManagementFixture({ role });
    const headers = await logInAsAda(plane);
    expect((await ask(plane, 'DELETE', `/sessions/${sessionId}`, headers)).statusCode).toBe(status);
  });

  it.each([
    ['operator', BOB.userId, 404, undefined],
    ['operator', ADA.userId, 200, 2],
    ['admin', BOB.userId, 200, 1],
  ] as const)('end all together for an %s', async (role, userId, status, ended) => {
    const plane = createManagementFixture({ role });
    const headers = await logInAsAda(plane);
    await logInAsAda(plane);
    const answer = await ask(plane, 'DELETE', `/users/${userId}/sessions`, headers);
    expect([answer.statusCode, answer.json<{ ended?: number }>().ended]).toEqual([status, ended]);
  });
});

describe('a new token', () => {
  const create = (plane: ManagementFixture, headers: Record<string, string>, change: object = {}) =>
    ask(plane, 'POST', '/tokens', headers, { label: 'ci', role: 'viewer', ...change });

  it('belongs to its user, and its text is in the answer alone', async () => {
    const plane = createManagementFixture();
    const answer = await create(plane, await logInAsAda(plane), { scopes: ['evals:read'] });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        text: TOKEN_TEXT,
        token: {
          label: 'ci',
          role: 'viewer',
          scopes: ['evals:read'],
          state: 'active',
          user_id: ADA.userId,
          expires_at: '2026-05-30T12:00:00.000Z',
        },
      },
    ]);
    expect(JSON.stringify(plane.audit.rows)).not.toContain('ttp_');
    expect(plane.audit.rows.at(-1)).toMatchObject({ subjectId: ADA.userId, operation: 'management.tokens.create' });
  });

  it('has the scopes of its creator by default, except content:read', async () => {
    const plane = createManagementFixture({ role: 'admin' });
    const answer = await create(plane, await logInAsAda(plane));
    const expected = SCOPES.filter((scope) => scope !== 'content:read');
    expect(answer.json()).toMatchObject({ token: { scopes: expected } });
  });

  it.each([
    ['a higher role', { role: 'admin' }],
    ['another scope', { scopes: ['cache:write'] }],
    ['a later expiry', { expires_at: '2026-04-01T00:00:00.001Z' }],
  ])('is refused with %s than that of its creator', async (_name, change) => {
    const plane = createManagementFixture({ token: { role: 'operator', scopes: ['evals:read'] } });
    expect((await create(plane, AUTHORIZED, change)).statusCode).toBe(403);
    expect(plane.accessAdministration.tokens.size).toBe(1);
  });

  it('expires with the token that created it, which sees and revokes it', async () => {
    const plane = createManagementFixture({ token: { role: 'operator', scopes: ['evals:read'] } });
    const made = (await create(plane, AUTHORIZED)).json<{ token: { token_id: string; expires_at: string } }>().token;
    expect(made).toMatchObject({ expires_at: '2026-04-01T00:00:00.000Z', creator_token_id: TOKEN.tokenId });
    const list = (await ask(plane, 'GET', '/tokens', AUTHORIZED)).json<{ tokens: { token_id: string }[] }>().tokens;
    expect(list.map(({ token_id: id }) => id)).toEqual([made.token_id]);
    expect((await ask(plane, 'DELETE', `/tokens/${BOBS_TOKEN.tokenId}`, AUTHORIZED)).statusCode).toBe(404);
    const revoked = await ask(plane, 'DELETE', `/tokens/${made.token_id}`, AUTHORIZED);
    expect([revoked.statusCode, revoked.json()]).toMatchObject([200, { state: 'revoked' }]);
    expect(plane.accessChanges).toEqual(['token_created', 'token_revoked']);
  });

  it.each([
    ['a past expiry', { expires_at: '2026-03-01T11:59:59.999Z' }],
    ['an unknown scope', { scopes: ['everything'] }],
    ['no label', { label: '' }],
  ])('gets 400 with %s', async (_name, change) => {
    const plane = createManagementFixture({ role: 'admin' });
    expect((await create(plane, await logInAsAda(plane), change)).statusCode).toBe(400);
  });
});
