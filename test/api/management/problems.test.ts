import type { InjectOptions } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { MANAGEMENT_LANE } from '../../../api/management/lane/management-lane.ts';
import {
  MANAGEMENT_PROBLEM_CODES,
  MANAGEMENT_PROBLEMS,
  ManagementProblemSchema,
  type ManagementProblem,
} from '../../../contracts/management/problem.ts';
import { invalidMember, Refusal, REFUSAL_CODES, type RefusalCode } from '../../../domain/kernel/errors.ts';
import { makeRoute, createTestLane } from '../../../testing/apps/test-lane.ts';

const WORD = Type.Object({ word: Type.String({ maxLength: 10 }) }, { additionalProperties: false });
const SAY = { method: 'POST', path: '/words', effect: 'write', idempotency: 'none' } as const;
const JSON_TYPE = { 'content-type': 'application/json' };

type Asked = InjectOptions & { readonly url: string };

/** The plane's answer to a request for the operations of a test, checked against the schema of its problems. */
async function problemOf(
  asked: InjectOptions & { readonly url: string },
  reason?: Refusal,
): Promise<ManagementProblem> {
  const answer = () => (reason === undefined ? { data: {} } : Promise.reject(reason));
  const app = createTestLane(MANAGEMENT_LANE, [
    makeRoute({ answer }),
    makeRoute({ name: 'tests.words.say', body: WORD }, SAY),
  ]);
  const response = await app.inject({ ...asked, url: MANAGEMENT_LANE.path + asked.url });
  const problem = response.json<ManagementProblem>();
  expect([...Value.Errors(ManagementProblemSchema, problem)]).toEqual([]);
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect([problem.status, problem.request_id]).toEqual([response.statusCode, response.headers['x-request-id']]);
  return problem;
}

describe('the registry of the management plane', () => {
  it('has exactly these 22 codes', () => {
    expect(Object.entries(MANAGEMENT_PROBLEMS).map(([code, { status }]) => `${code} ${status}`)).toEqual([
      'bad_request 400',
      'unauthenticated 401',
      'forbidden 403',
      'gate_failed 403',
      'not_found 404',
      'feature_absent 404',
      'method_not_allowed 405',
      'request_timeout 408',
      'already_exists 409',
      'conflict 409',
      'gone 410',
      'precondition_failed 412',
      'payload_too_large 413',
      'uri_too_long 414',
      'unsupported_media_type 415',
      'expectation_failed 417',
      'unprocessable 422',
      'rate_limited 429',
      'headers_too_large 431',
      'internal 500',
      'budget_exceeded 503',
      'dependency_unavailable 503',
    ]);
    expect(MANAGEMENT_PROBLEM_CODES).toHaveLength(22);
  });
});

describe('a problem of the management plane', () => {
  it('states its kind by a type below the prefix, and has only its declared members', async () => {
    expect(await problemOf({ url: '/things' }, new Refusal('not_found', 'There is no such judge.'))).toEqual({
      type: '/tt/api/problems/not_found',
      title: 'There is no such resource',
      status: 404,
      detail: 'There is no such judge.',
      code: 'not_found',
      request_id: expect.stringMatching(/^req_/) as string,
    });
  });

  it('lists faulty members if there are any', async () => {
    const problem = await problemOf({ url: '/things' }, invalidMember('/k', 'is below 1'));
    expect([problem.code, problem.errors]).toEqual(['bad_request', [{ pointer: '/k', detail: 'is below 1' }]]);
  });

  it.each(REFUSAL_CODES)('has a code of the registry for the reason %s', async (reason: RefusalCode) => {
    const { code, type, title, status } = await problemOf({ url: '/things' }, new Refusal(reason, 'Why.'));
    expect({ type, title, status }).toEqual({ type: `/tt/api/problems/${code}`, ...MANAGEMENT_PROBLEMS[code] });
  });

  it('treats a reason of another lane as a defect', async () => {
    const { code } = await problemOf({ url: '/things' }, new Refusal('comparison_canceled', 'Why.'));
    expect(code).toBe('internal');
  });
});

describe('a refusal of the frame', () => {
  it.each([
    ['bad_request', { url: '/things?more=1' }],
    ['bad_request', { method: 'POST', url: '/words', headers: JSON_TYPE, payload: '{"word":1}' }],
    ['bad_request', { method: 'POST', url: '/words', headers: JSON_TYPE, payload: '{' }],
    ['not_found', { url: '/nothing' }],
    ['method_not_allowed', { method: 'DELETE', url: '/things' }],
    ['payload_too_large', { method: 'POST', url: '/words', headers: JSON_TYPE, payload: `"${'a'.repeat(1_048_576)}"` }],
    ['uri_too_long', { url: `/things?more=${'a'.repeat(4_096)}` }],
    [
      'unsupported_media_type',
      { method: 'POST', url: '/words', headers: { 'content-type': 'text/plain' }, payload: 'a' },
    ],
    ['expectation_failed', { url: '/things', headers: { expect: 'wonders' } }],
  ] as const)('is a problem of the registry: %s of %j', async (code, asked) => {
    expect((await problemOf(asked as Asked)).code).toBe(code);
  });

  it('lists the supported methods', async () => {
    const app = createTestLane(MANAGEMENT_LANE, [makeRoute()]);
    const { headers } = await app.inject({ method: 'PUT', url: `${MANAGEMENT_LANE.path}/things` });
    expect(headers.allow).toBe('GET');
  });

  it('is rate_limited if an address sends too many requests', async () => {
    const app = createTestLane(MANAGEMENT_LANE, [makeRoute()], { requestsPerAddress: 1 });
    await app.inject({ url: `${MANAGEMENT_LANE.path}/things` });
    const { statusCode, headers, ...answer } = await app.inject({ url: `${MANAGEMENT_LANE.path}/things` });
    expect([statusCode, answer.json<ManagementProblem>().code]).toEqual([429, 'rate_limited']);
    expect(headers['retry-after']).toBeDefined();
  });
});

it('every operation declares the framework set and its own refusals, and with a body the requirement of JSON', async () => {
  const app = createTestLane(MANAGEMENT_LANE, [
    makeRoute({}, { refusals: ['budget_exceeded'] }),
    makeRoute({ name: 'tests.words.say', body: WORD }, SAY),
  ]);
  await app.ready();
  type Described = Record<string, { responses: Record<string, { description: string }> }>;
  const paths = app.swagger().paths as Record<string, Described>;
  const declared = (path: string, method: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(paths[MANAGEMENT_LANE.path + path]?.[method]?.responses ?? {})
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { description }]) => [status, description]),
    );
  const framework = {
    400: 'bad_request',
    401: 'unauthenticated',
    403: 'forbidden',
    404: 'not_found',
    405: 'method_not_allowed',
    413: 'payload_too_large',
    429: 'rate_limited',
    500: 'internal',
  };
  expect(declared('/things', 'get')).toEqual({ ...framework, 503: 'budget_exceeded' });
  expect(declared('/words', 'post')).toEqual({ ...framework, 415: 'unsupported_media_type' });
});
