import { expect, it } from 'vitest';
import { createManagementAccess } from '../../../api/management/access/management-access.ts';
import { MANAGEMENT_LANE } from '../../../api/management/lane.ts';
import { createManagementApp } from '../../../api/management/management-app.ts';
import { MANAGEMENT_OPERATIONS } from '../../../contracts/management/operations.ts';
import type { ManagementProblem } from '../../../contracts/management/problem.ts';
import { reaches, ROLES, type Role } from '../../../domain/management/roles.ts';
import { SCOPES, type Scope } from '../../../domain/management/scopes.ts';
import type { ManagementToken } from '../../../store/management/management-token-store.ts';
import { aRoute, frameOfTests, laneOfTests } from '../../support/apps/lane-of-tests.ts';
import { openApps } from '../../support/apps/open-apps.ts';

const TOKEN: ManagementToken = {
  tokenId: 'tok_00000000000000000000000001',
  label: 'ci',
  role: 'viewer',
  scopes: ['evals:read'],
  createdAt: new Date('2026-03-01T00:00:00.000Z'),
  expiresAt: new Date('2026-04-01T00:00:00.000Z'),
  revokedAt: undefined,
  lastUsedAt: undefined,
};

/** Tokens of which `known` is the only one. */
function oneToken(change: Partial<ManagementToken> = {}) {
  return { resolve: (text: string) => Promise.resolve(text === 'known' ? { ...TOKEN, ...change } : undefined) };
}

const AUTHORIZED = { authorization: 'Bearer known' };

function planeWith(change: Partial<ManagementToken>, limits: { requestsPerCredential?: number } = {}) {
  const app = createManagementApp({ ...frameOfTests(limits), tokens: oneToken(change) });
  openApps.add(app);
  return app;
}

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
])('answers %s with 401, always in the same words', async (_name, headers) => {
  const answer = await planeWith({}).inject({ url: '/tt/api/v1/me', headers });
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="truetally"']);
  expect(answer.json()).toMatchObject({
    code: 'unauthenticated',
    detail: 'Send a token of the management plane that is in force: `Authorization: Bearer <token>`.',
  });
});

it('limits what one token asks', async () => {
  const app = planeWith({}, { requestsPerCredential: 1 });
  const ask = async () => (await app.inject({ url: '/tt/api/v1/me', headers: AUTHORIZED })).statusCode;
  expect([await ask(), await ask()]).toEqual([200, 429]);
});

/** Each operation, and what decides of it for each role and for a token that lacks one of its scopes. */
const ASKED = Object.entries(MANAGEMENT_OPERATIONS).flatMap(([name, operation]) =>
  ROLES.map((role) => [name, operation, role] as const),
);

it.each(ASKED)('%s: its floor and its scopes decide, for %o', async (_name, operation, role) => {
  const url = MANAGEMENT_LANE.path + operation.path;
  const ask = async (headers: Record<string, string>, change: Partial<ManagementToken>) =>
    (await planeWith({ role, scopes: SCOPES, ...change }).inject({ method: operation.method, url, headers }))
      .statusCode;
  if ('isOpen' in operation) {
    expect(await ask({}, {})).toBe(operation.success);
    return;
  }
  const { floor, scopes } = operation.access as { floor: Role; scopes: readonly Scope[] };
  expect(await ask({}, {})).toBe(401);
  expect((await ask(AUTHORIZED, {})) === 403).toBe(!reaches(role, floor));
  for (const lacking of scopes)
    expect(await ask(AUTHORIZED, { scopes: SCOPES.filter((one) => one !== lacking) })).toBe(403);
});

const WRITE = { method: 'POST', effect: 'write', idempotency: 'none' } as const;

it.each([
  [401, 'unauthenticated', {}, {}],
  [403, 'forbidden', AUTHORIZED, { role: 'operator', scopes: SCOPES }],
  [403, 'forbidden', AUTHORIZED, { role: 'admin', scopes: ['quality:write'] }],
  [400, 'bad_request', AUTHORIZED, { role: 'admin', scopes: ['quality:write', 'content:read'] }],
] as const)('answers %i %s before it looks at the body', async (status, code, headers, change) => {
  const access = createManagementAccess(oneToken(change));
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
