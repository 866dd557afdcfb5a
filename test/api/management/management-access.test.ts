import { expect, it } from 'vitest';
import { createManagementAccess } from '../../../api/management/access/management-access.ts';
import { MANAGEMENT_LANE } from '../../../api/management/lane.ts';
import { MANAGEMENT_OPERATIONS } from '../../../contracts/management/operations.ts';
import type { ManagementProblem } from '../../../contracts/management/problem.ts';
import { reaches, ROLES, type Role } from '../../../domain/management/roles.ts';
import { SCOPES, scopesOf, type Scope } from '../../../domain/management/scopes.ts';
import type { ManagementToken } from '../../../store/management/management-token-store.ts';
import { aRoute, laneOfTests } from '../../support/apps/lane-of-tests.ts';
import { ADA, cookieOfAda, managementOfTests, TOKEN } from '../../support/apps/management-of-tests.ts';

const AUTHORIZED = { authorization: 'Bearer known' };

const planeWith = (token: Partial<ManagementToken>, limits: { requestsPerCredential?: number } = {}) =>
  managementOfTests({ token, limits }).app;

it('tells a token what it is', async () => {
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
  ['a wrong token beside a session', { authorization: 'Bearer other', cookie: 'truetally_session=session-1' }],
])('answers %s with 401, always in the same words', async (_name, headers) => {
  const plane = managementOfTests();
  await cookieOfAda(plane);
  const answer = await plane.app.inject({ url: '/tt/api/v1/me', headers });
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="truetally"']);
  expect(answer.json()).toMatchObject({
    code: 'unauthenticated',
    detail: 'Send a token of the management plane that is in force, `Authorization: Bearer <token>`, or log in.',
  });
});

it('limits what one token asks', async () => {
  const app = planeWith({}, { requestsPerCredential: 1 });
  const ask = async () => (await app.inject({ url: '/tt/api/v1/me', headers: AUTHORIZED })).statusCode;
  expect([await ask(), await ask()]).toEqual([200, 429]);
});

it('tells a user who it is, by the cookie among others', async () => {
  const plane = managementOfTests({ role: 'admin' });
  const { cookie } = await cookieOfAda(plane);
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

it('limits what one session asks', async () => {
  const plane = managementOfTests({ limits: { requestsPerCredential: 1 } });
  const headers = await cookieOfAda(plane);
  const ask = async () => (await plane.app.inject({ url: '/tt/api/v1/me', headers })).statusCode;
  expect([await ask(), await ask()]).toEqual([200, 429]);
});

/** Each operation for each role. */
const ASKED = Object.entries(MANAGEMENT_OPERATIONS).flatMap(([name, operation]) =>
  ROLES.map((role) => [name, operation, role] as const),
);

/** What an operation has to be sent to do what it does. */
const BODIES: Readonly<Record<string, object>> = {
  'management.login': { name: ADA.name, password: ADA.password },
  'management.outcomes.send': { outcomes: [] },
  'management.outcomes.send_otel': {},
  'management.annotation_queue.claim': { k: 1, strategy: 'hard_cases' },
  'management.annotation_queue.release': { req_ids: ['r1'] },
};

it.each(ASKED)('%s: its floor and its scopes decide, for %o', async (name, operation, role) => {
  const url = MANAGEMENT_LANE.path + operation.path;
  const payload = BODIES[name];
  const asked = { method: operation.method, url, ...(payload && { payload }) };
  const ask = async (headers: Record<string, string>, token: Partial<ManagementToken> = {}) =>
    (await managementOfTests({ token: { role, scopes: SCOPES, ...token } }).app.inject({ ...asked, headers }))
      .statusCode;
  if ('isOpen' in operation) {
    expect(await ask({})).toBe(operation.success);
    return;
  }
  const { floor, scopes } = operation.access as { floor: Role; scopes: readonly Scope[] };
  expect(await ask({})).toBe(401);
  const isForUsers = name === 'management.logout';
  expect((await ask(AUTHORIZED)) === 403).toBe(!reaches(role, floor) || isForUsers);
  for (const lacking of scopes)
    expect(await ask(AUTHORIZED, { scopes: SCOPES.filter((one) => one !== lacking) })).toBe(403);
  const plane = managementOfTests({ role });
  const answer = await plane.app.inject({ ...asked, headers: await cookieOfAda(plane) });
  const isEnough = reaches(role, floor) && scopes.every((scope) => scopesOf(role).includes(scope));
  expect(answer.statusCode === 403).toBe(!isEnough);
});

const WRITE = { method: 'POST', effect: 'write', idempotency: 'none' } as const;

it.each([
  [401, 'unauthenticated', {}, {}],
  [403, 'forbidden', AUTHORIZED, { role: 'operator', scopes: SCOPES }],
  [403, 'forbidden', AUTHORIZED, { role: 'admin', scopes: ['quality:write'] }],
  [400, 'bad_request', AUTHORIZED, { role: 'admin', scopes: ['quality:write', 'content:read'] }],
] as const)('answers %i %s before it looks at the body', async (status, code, headers, change) => {
  const access = createManagementAccess({
    tokens: { resolve: (text) => Promise.resolve(text === 'known' ? { ...TOKEN, ...change } : undefined) },
    sessions: { resolve: () => Promise.resolve(undefined) },
  });
  const onRequest = access.require({ floor: 'admin', scopes: ['quality:write', 'content:read'] });
  const app = laneOfTests(MANAGEMENT_LANE, [aRoute({ onRequest }, WRITE)]);
  const answer = await app.inject({
    method: 'POST',
    url: '/tt/api/v1/things',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: '{"k":',
  });
  expect([answer.statusCode, answer.json<ManagementProblem>().code]).toEqual([status, code]);
});
