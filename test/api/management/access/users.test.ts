import { describe, expect, it } from 'vitest';
import { SCOPES, USUAL_SCOPES } from '../../../../domain/management/scopes.ts';
import { BOB, ONE_TIME_PASSWORD } from '../../../../testing/fakes/access-administration.ts';
import {
  ADA,
  createManagementFixture,
  logInAsAda,
  type ManagementFixture,
} from '../../../../testing/apps/management-fixture.ts';

const FULL = { role: 'admin', scopes: SCOPES } as const;
const AUTHORIZED = { authorization: 'Bearer known' };

function ask(
  { app }: ManagementFixture,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { headers = AUTHORIZED, payload }: { headers?: Record<string, string>; payload?: object } = {},
) {
  return app.inject({ method, url: `/tt/api/v1${path}`, headers, ...(payload && { payload }) });
}

describe('a new user', () => {
  it('gets a one-time password, which the answer alone contains', async () => {
    const plane = createManagementFixture({ token: FULL });
    const answer = await ask(plane, 'POST', '/users', { payload: { name: 'grace', role: 'operator' } });
    const userId = 'usr_00000000000000000000000101';
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        user: {
          user_id: userId,
          name: 'grace',
          role: 'operator',
          state: 'active',
          must_change_password: true,
          one_time_password_expires_at: '2026-03-02T12:00:00.000Z',
          created_at: '2026-03-01T12:00:00.000Z',
          password_changed_at: '2026-03-01T12:00:00.000Z',
        },
        one_time_password: ONE_TIME_PASSWORD,
        expires_at: '2026-03-02T12:00:00.000Z',
      },
    ]);
    expect(plane.audit.rows).toMatchObject([
      { operation: 'management.users.create', end: { outcome: 'accepted', targets: [userId] } },
    ]);
    expect(JSON.stringify(plane.audit.rows)).not.toContain(ONE_TIME_PASSWORD);
    expect(plane.accessChanges).toEqual(['user_created']);
    const listed = await ask(plane, 'GET', '/users');
    expect(listed.body).not.toContain(ONE_TIME_PASSWORD);
  });

  it('is not created under an idempotency key, because the answer cannot be repeated', async () => {
    const plane = createManagementFixture({ token: FULL });
    const headers = { ...AUTHORIZED, 'idempotency-key': 'once' };
    const answer = await ask(plane, 'POST', '/users', { headers, payload: { name: 'grace', role: 'viewer' } });
    expect([answer.statusCode, plane.accessAdministration.users.size]).toEqual([400, 1]);
  });

  it.each([
    ['an operator with every scope', { role: 'operator', scopes: SCOPES }],
    ['an admin without content:read, which every admin has', { role: 'admin', scopes: USUAL_SCOPES }],
  ] as const)('is not created by %s', async (_name, token) => {
    const plane = createManagementFixture({ token });
    const answer = await ask(plane, 'POST', '/users', { payload: { name: 'grace', role: 'viewer' } });
    expect([answer.statusCode, plane.accessAdministration.users.size]).toEqual([403, 1]);
  });
});

describe('a user', () => {
  it('changes by the operations of an admin, whose id the database compares', async () => {
    const plane = createManagementFixture({ role: 'admin' });
    const headers = await logInAsAda(plane);
    const path = `/users/${BOB.userId}`;
    const states: unknown[] = [];
    for (const [method, at, payload] of [
      ['PUT', `${path}/role`, { role: 'viewer' }],
      ['POST', `${path}/disable`, undefined],
      ['POST', `${path}/enable`, undefined],
      ['POST', `${path}/reset-password`, undefined],
      ['DELETE', path, undefined],
    ] as const) {
      const answer = await ask(plane, method, at, { headers, ...(payload && { payload }) });
      const { user = answer.json<object>() } = answer.json<{ user?: object }>();
      const { role, state } = user as { role: string; state: string };
      states.push([answer.statusCode, role, state]);
    }
    expect(states).toEqual([
      [200, 'viewer', 'active'],
      [200, 'viewer', 'disabled'],
      [200, 'viewer', 'active'],
      [200, 'viewer', 'active'],
      [200, 'viewer', 'removed'],
    ]);
    expect(plane.accessAdministration.changedBy).toEqual([ADA.userId, ADA.userId, undefined, ADA.userId, ADA.userId]);
    expect(plane.accessChanges).toEqual([
      'role_changed',
      'user_disabled',
      'user_enabled',
      'password_reset',
      'user_removed',
    ]);
    expect(JSON.stringify(plane.audit.rows)).not.toContain(ONE_TIME_PASSWORD);
  });

  it('is listed page by page, and when removed only on request', async () => {
    const plane = createManagementFixture({ token: FULL });
    for (const name of ['c', 'd']) await ask(plane, 'POST', '/users', { payload: { name, role: 'viewer' } });
    const names = async (query: string): Promise<[string[], string]> => {
      const { users, next_cursor: next } = (await ask(plane, 'GET', `/users?${query}`)).json<{
        users: { name: string }[];
        next_cursor: string;
      }>();
      return [users.map(({ name }) => name), next];
    };
    const [first, cursor] = await names('limit=2');
    expect([first, cursor === '']).toEqual([['d', 'c'], false]);
    expect(await names(`limit=2&cursor=${cursor}`)).toEqual([['bob'], '']);
    await ask(plane, 'DELETE', `/users/${BOB.userId}`);
    expect(await names('')).toEqual([['d', 'c'], '']);
    expect(await names('removed=true')).toEqual([['d', 'c', 'bob'], '']);
    expect((await ask(plane, 'GET', `/users/${BOB.userId}`)).json()).toMatchObject({ name: 'bob', state: 'removed' });
  });
});
