import { expect, it } from 'vitest';
import { createManagementAccess } from '../../../../api/management/access/management-access.ts';
import { MANAGEMENT_LANE } from '../../../../api/management/lane/management-lane.ts';
import { MANAGEMENT_OPERATIONS } from '../../../../contracts/management/operations.ts';
import type { ManagementProblem } from '../../../../contracts/management/problem.ts';
import { ROLES, type Role } from '../../../../domain/management/roles.ts';
import { SCOPES, type Scope } from '../../../../domain/management/scopes.ts';
import type { ManagementToken } from '../../../../store/management/token-rows.ts';
import { MANAGEMENT_BODIES } from '../../../../testing/apps/management-bodies.ts';
import { makeRoute, createTestLane } from '../../../../testing/apps/test-lane.ts';
import {
  ADA,
  logInAsAda,
  createManagementFixture,
  SIGN_ON,
  TOKEN,
} from '../../../../testing/apps/management-fixture.ts';

const AUTHORIZED = { authorization: 'Bearer known' };

const planeWith = (token: Partial<ManagementToken>, limits: { requestsPerCredential?: number } = {}) =>
  createManagementFixture({ token, limits }).app;

it('returns the identity of a token', async () => {
  const answer = await planeWith({}).inject({ url: '/tt/api/v1/me', headers: AUTHORIZED });
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      token_id: 'tok_00000000000000000000000001',
      label: 'ci',
      role: 'viewer',
      scopes: ['evals:read'],
      expires_at: '2026-04-01T00:00:00.000Z',
    },
  ]);
  const endless = await planeWith({ expiresAt: undefined }).inject({ url: '/tt/api/v1/me', headers: AUTHORIZED });
  expect(endless.json()).not.toHaveProperty('expires_at');
});

it.each([
  ['no credential', {}],
  ['one that is unknown', { authorization: 'Bearer other' }],
  ['one of another scheme', { authorization: 'Basic known' }],
  ['an empty one', { authorization: 'Bearer ' }],
  ['a session that is unknown', { cookie: 'truetally_session=other' }],
  ['an empty session', { cookie: 'truetally_session=' }],
  ['another cookie', { cookie: 'session=session-1; xtruetally_session=session-1' }],
  ['a wrong token next to a session', { authorization: 'Bearer other', cookie: 'truetally_session=session-1' }],
])('answers %s with 401, always with the same text', async (_name, headers) => {
  const plane = createManagementFixture();
  await logInAsAda(plane);
  const answer = await plane.app.inject({ url: '/tt/api/v1/me', headers });
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="truetally"']);
  expect(answer.json()).toMatchObject({
    code: 'unauthenticated',
    detail: 'The request has no valid token or session. Send a token as `Authorization: Bearer <token>`, or log in.',
  });
});

it('limits the requests of a token', async () => {
  const app = planeWith({}, { requestsPerCredential: 1 });
  const ask = async () => (await app.inject({ url: '/tt/api/v1/me', headers: AUTHORIZED })).statusCode;
  expect([await ask(), await ask()]).toEqual([200, 429]);
});

it('returns the identity of a user, by the cookie among others', async () => {
  const plane = createManagementFixture({ role: 'admin' });
  const { cookie } = await logInAsAda(plane);
  const answer = await plane.app.inject({ url: '/tt/api/v1/me', headers: { cookie: `theme=dark; ${cookie}; a=b` } });
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      token_id: 'tok_0000000000000000000000000a',
      user_id: ADA.userId,
      label: 'ada',
      role: 'admin',
      scopes: SCOPES,
      expires_at: '2026-03-02T00:00:00.000Z',
    },
  ]);
});

it('limits the requests of a session', async () => {
  const plane = createManagementFixture({ limits: { requestsPerCredential: 1 } });
  const headers = await logInAsAda(plane);
  const ask = async () => (await plane.app.inject({ url: '/tt/api/v1/me', headers })).statusCode;
  expect([await ask(), await ask()]).toEqual([200, 429]);
});

type Access = 'open' | { readonly floor: Role; readonly scopes: readonly Scope[] };

/** The permitted callers of each operation, written here a second time. It uses no value of the operations. */
const ACCESS: Readonly<Record<keyof typeof MANAGEMENT_OPERATIONS, Access>> = {
  'management.capabilities.get': 'open',
  'management.me.get': { floor: 'viewer', scopes: [] },
  'management.login': 'open',
  'management.logout': { floor: 'viewer', scopes: [] },
  'management.sign_on.begin': 'open',
  'management.sign_on.complete': 'open',
  'management.me.bind_subject': { floor: 'viewer', scopes: [] },
  'management.me.change_password': { floor: 'viewer', scopes: [] },
  'management.users.list': { floor: 'admin', scopes: SCOPES },
  'management.users.create': { floor: 'admin', scopes: SCOPES },
  'management.users.get': { floor: 'admin', scopes: SCOPES },
  'management.users.change_role': { floor: 'admin', scopes: SCOPES },
  'management.users.disable': { floor: 'admin', scopes: SCOPES },
  'management.users.enable': { floor: 'admin', scopes: SCOPES },
  'management.users.reset_password': { floor: 'admin', scopes: SCOPES },
  'management.users.remove': { floor: 'admin', scopes: SCOPES },
  'management.users.end_sessions': { floor: 'viewer', scopes: [] },
  'management.users.unbind_subject': { floor: 'viewer', scopes: [] },
  'management.sessions.list': { floor: 'viewer', scopes: [] },
  'management.sessions.end': { floor: 'viewer', scopes: [] },
  'management.tokens.list': { floor: 'viewer', scopes: [] },
  'management.tokens.create': { floor: 'viewer', scopes: [] },
  'management.tokens.revoke': { floor: 'viewer', scopes: [] },
  'management.audit.list': { floor: 'admin', scopes: ['evidence:read'] },
  'management.datasets.list': { floor: 'viewer', scopes: ['evals:read'] },
  'management.datasets.create': { floor: 'operator', scopes: ['evals:write'] },
  'management.datasets.get': { floor: 'viewer', scopes: ['evals:read'] },
  'management.datasets.delete': { floor: 'operator', scopes: ['evals:write'] },
  'management.datasets.edit_items': { floor: 'operator', scopes: ['evals:write'] },
  'management.experiments.list': { floor: 'viewer', scopes: ['evals:read'] },
  'management.experiments.create': { floor: 'operator', scopes: ['evals:write'] },
  'management.experiments.get': { floor: 'viewer', scopes: ['evals:read'] },
  'management.experiments.run': { floor: 'operator', scopes: ['evals:write'] },
  'management.runs.list': { floor: 'viewer', scopes: ['evals:read'] },
  'management.runs.cancel': { floor: 'operator', scopes: ['evals:write'] },
  'management.outcomes.send': { floor: 'operator', scopes: ['quality:write'] },
  'management.outcomes.send_otel': { floor: 'operator', scopes: ['quality:write'] },
  'management.judges.list': { floor: 'viewer', scopes: ['evals:read'] },
  'management.judges.history': { floor: 'viewer', scopes: ['evals:read'] },
  'management.judges.disagreements': { floor: 'admin', scopes: ['evals:read', 'content:read'] },
  'management.judges.failures': { floor: 'admin', scopes: ['evals:read', 'content:read'] },
  'management.judges.pass_rate': { floor: 'viewer', scopes: ['evals:read'] },
  'management.calibrations.list': { floor: 'viewer', scopes: ['evidence:read'] },
  'management.calibrations.get': { floor: 'viewer', scopes: ['evidence:read'] },
  'management.calibrations.fit': { floor: 'operator', scopes: ['evidence:write'] },
  'management.calibrations.activate': { floor: 'operator', scopes: ['evidence:write'] },
  'management.quality.coverage': { floor: 'viewer', scopes: ['quality:read'] },
  'management.quality.drift': { floor: 'viewer', scopes: ['quality:read'] },
  'management.quality.reliability': { floor: 'viewer', scopes: ['quality:read'] },
  'management.quality.segment_reliability': { floor: 'viewer', scopes: ['quality:read'] },
  'management.quality.summary': { floor: 'viewer', scopes: ['quality:read'] },
  'management.metacost.get': { floor: 'viewer', scopes: ['analytics:read'] },
  'management.annotation_queue.claim': { floor: 'admin', scopes: ['quality:write', 'content:read'] },
  'management.annotation_queue.release': { floor: 'admin', scopes: ['quality:write'] },
  'management.annotation_queue.progress': { floor: 'viewer', scopes: ['evals:read'] },
  'management.cache.stats': { floor: 'viewer', scopes: ['cache:read'] },
  'management.cache.evidence': { floor: 'viewer', scopes: ['cache:read'] },
  'management.cache.preview': { floor: 'viewer', scopes: ['cache:read'] },
  'management.cache.purge': { floor: 'operator', scopes: ['cache:write'] },
  'management.keys.list': { floor: 'viewer', scopes: ['config:read'] },
  'management.keys.get': { floor: 'viewer', scopes: ['config:read'] },
  'management.keys.mint': { floor: 'admin', scopes: ['operations:write'] },
  'management.keys.rotate': { floor: 'admin', scopes: ['operations:write'] },
  'management.keys.revoke': { floor: 'operator', scopes: ['operations:write'] },
  'management.limits.list': { floor: 'viewer', scopes: ['analytics:read'] },
  'management.governance.refusals': { floor: 'viewer', scopes: ['analytics:read'] },
  'management.decisions.list': { floor: 'viewer', scopes: ['analytics:read'] },
  'management.decisions.stream': { floor: 'viewer', scopes: ['analytics:read'] },
  'management.configuration.get': { floor: 'viewer', scopes: ['config:read'] },
  'management.fleet.list': { floor: 'viewer', scopes: ['config:read'] },
  'management.fleet.configuration': { floor: 'viewer', scopes: ['config:read'] },
  'management.fleet.decommission': { floor: 'operator', scopes: ['operations:write'] },
  'management.health.get': { floor: 'viewer', scopes: ['operations:read'] },
  'management.quarantined_lines.list': { floor: 'operator', scopes: ['operations:read'] },
  'management.quarantined_lines.get': { floor: 'admin', scopes: ['operations:read', 'content:read'] },
  'management.quarantined_lines.discard': { floor: 'operator', scopes: ['operations:write'] },
  'management.dead_items.list': { floor: 'operator', scopes: ['operations:read'] },
  'management.dead_items.retry': { floor: 'operator', scopes: ['operations:write'] },
  'management.gaps.list': { floor: 'viewer', scopes: ['operations:read'] },
  'management.gaps.close': { floor: 'operator', scopes: ['operations:write'] },
  'management.comparison_budgets.get': { floor: 'viewer', scopes: ['operations:read'] },
  'management.comparison_budgets.set': { floor: 'operator', scopes: ['operations:write'] },
  'management.judge_budgets.get': { floor: 'viewer', scopes: ['operations:read'] },
  'management.retention.get': { floor: 'viewer', scopes: ['operations:read'] },
  'management.retention.workspace': { floor: 'viewer', scopes: ['operations:read'] },
  'management.exclusions.list': { floor: 'viewer', scopes: ['operations:read'] },
  'management.exclusions.add': { floor: 'operator', scopes: ['operations:write'] },
  'management.exclusions.remove': { floor: 'operator', scopes: ['operations:write'] },
  'management.notices.list': { floor: 'viewer', scopes: ['operations:read'] },
  'management.notices.mark_read': { floor: 'viewer', scopes: ['operations:read'] },
};

/** Each operation for each role. */
const ASKED = (Object.keys(ACCESS) as (keyof typeof ACCESS)[]).flatMap((name) =>
  ROLES.map((role) => [name, role] as const),
);

/** Users have the scopes of their role. */
const SCOPES_OF_USERS: Readonly<Record<Role, (scope: Scope) => boolean>> = {
  viewer: (scope) => scope !== 'content:read',
  operator: (scope) => scope !== 'content:read',
  admin: () => true,
};

it('lists every existing operation', () => {
  expect(Object.keys(ACCESS).toSorted()).toEqual(Object.keys(MANAGEMENT_OPERATIONS).toSorted());
});

it.each(ASKED)('%s: its minimum role and its scopes decide, for %s', async (name, role) => {
  const operation = MANAGEMENT_OPERATIONS[name];
  const url = MANAGEMENT_LANE.path + operation.path;
  const payload = MANAGEMENT_BODIES[name];
  const asked = { method: operation.method, url, ...(payload && { payload }) };
  const ask = async (headers: Record<string, string>, token: Partial<ManagementToken> = {}) =>
    (await createManagementFixture({ token: { role, scopes: SCOPES, ...token } }).app.inject({ ...asked, headers }))
      .statusCode;
  const access = ACCESS[name];
  if (access === 'open') {
    expect(await ask(name === 'management.sign_on.complete' ? SIGN_ON.headers : {})).toBe(operation.success);
    return;
  }
  expect(await ask({})).toBe(401);
  const isForUsers = ['management.logout', 'management.me.change_password', 'management.me.bind_subject'].includes(
    name,
  );
  const isHighEnough = ROLES.indexOf(role) >= ROLES.indexOf(access.floor);
  expect((await ask(AUTHORIZED)) === 403).toBe(!isHighEnough || isForUsers);
  for (const one of SCOPES) {
    const isNeeded = access.scopes.includes(one);
    const without = await ask(AUTHORIZED, { scopes: SCOPES.filter((scope) => scope !== one) });
    expect([one, without === 403]).toEqual([one, isNeeded || !isHighEnough || isForUsers]);
  }
  expect((await ask(AUTHORIZED, { scopes: access.scopes })) === 403).toBe(!isHighEnough || isForUsers);
  const plane = createManagementFixture({ role });
  const answer = await plane.app.inject({ ...asked, headers: await logInAsAda(plane) });
  const isEnough = isHighEnough && access.scopes.every((scope) => SCOPES_OF_USERS[role](scope));
  expect(answer.statusCode === 403).toBe(!isEnough);
});

const WRITE = { method: 'POST', effect: 'write', idempotency: 'none' } as const;

it.each([
  [401, 'unauthenticated', {}, {}],
  [403, 'forbidden', AUTHORIZED, { role: 'operator', scopes: SCOPES }],
  [403, 'forbidden', AUTHORIZED, { role: 'admin', scopes: ['quality:write'] }],
  [400, 'bad_request', AUTHORIZED, { role: 'admin', scopes: ['quality:write', 'content:read'] }],
] as const)('answers %i %s before it checks the body', async (status, code, headers, change) => {
  const access = createManagementAccess(
    { tokens: { resolve: (text) => Promise.resolve(text === 'known' ? { ...TOKEN, ...change } : undefined) } },
    () => Promise.resolve(undefined),
  );
  const onRequest = access.require({ floor: 'admin', scopes: ['quality:write', 'content:read'] });
  const app = createTestLane(MANAGEMENT_LANE, [makeRoute({ onRequest }, WRITE)]);
  const answer = await app.inject({
    method: 'POST',
    url: '/tt/api/v1/things',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: '{"k":',
  });
  expect([answer.statusCode, answer.json<ManagementProblem>().code]).toEqual([status, code]);
});
