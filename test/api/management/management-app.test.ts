import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import document from '../../../api/management-openapi.json' with { type: 'json' };
import type { ApiApp } from '../../../api/frame/api-app.ts';
import { type Capabilities, CapabilitiesSchema } from '../../../contracts/management/capabilities.ts';
import { MANAGEMENT_PROBLEM_CODES, type ManagementProblem } from '../../../contracts/management/problem.ts';
import { type ManagementChanges, createManagementFixture } from '../../../testing/apps/management-fixture.ts';

const CAPABILITIES = '/tt/api/v1/capabilities';

const managementApp = (limits: ManagementChanges['limits'] = {}): ApiApp => createManagementFixture({ limits }).app;

it('returns its epoch, its version and the URL of its description to every caller', async () => {
  const answer = await managementApp().inject(CAPABILITIES);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.json()).toEqual({
    management_api: {
      epoch: 2,
      version: document.info.version,
      spec_url: '/tt/api/openapi.json',
      docs_url: '/tt/api/docs',
      problems_url: '/tt/api/problems',
      problem_type_base: '/tt/api',
    },
  });
  expect([...Value.Errors(CapabilitiesSchema, answer.json())]).toEqual([]);
});

it('serves the paths that the capabilities name', async () => {
  const app = managementApp();
  const { management_api: named } = (await app.inject(CAPABILITIES)).json<Capabilities>();
  expect((await app.inject(named.spec_url)).json()).toEqual(document);
  const page = await app.inject(named.docs_url);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const { problems } = (await app.inject(named.problems_url)).json<{ problems: { code: string; type: string }[] }>();
  expect(problems.map(({ code }) => code)).toEqual(MANAGEMENT_PROBLEM_CODES);
  for (const problem of problems) {
    expect(problem.type).toBe(`${named.problem_type_base}/problems/${problem.code}`);
    expect((await app.inject(problem.type)).json()).toEqual(problem);
  }
});

it.each([
  [404, 'not_found', 'GET', '/tt/api/v1/nothing'],
  [404, 'not_found', 'GET', '/tt/api/problems/nothing'],
  [404, 'not_found', 'GET', '/portal/api/v1/customer/v1/me'],
  [405, 'method_not_allowed', 'DELETE', CAPABILITIES],
  [405, 'method_not_allowed', 'POST', '/tt/api/problems'],
  [400, 'bad_request', 'GET', `${CAPABILITIES}?more=1`],
  [414, 'uri_too_long', 'GET', `${CAPABILITIES}?more=${'a'.repeat(4_096)}`],
] as const)('answers %i %s to %s %s', async (status, code, method, url) => {
  const answer = await managementApp().inject({ method, url });
  expect([answer.statusCode, answer.json<ManagementProblem>().code]).toEqual([status, code]);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
});

it('lists the methods of a path, and the URL of all paths', async () => {
  const app = managementApp();
  expect((await app.inject({ method: 'PUT', url: CAPABILITIES })).headers.allow).toBe('GET');
  const { detail } = (await app.inject('/tt/api/v1/nothing')).json<ManagementProblem>();
  expect(detail).toBe('There is no such path. /tt/api/docs lists all paths.');
});

it('limits the requests of an address', async () => {
  const app = managementApp({ requestsPerAddress: 1 });
  expect((await app.inject(CAPABILITIES)).statusCode).toBe(200);
  const second = await app.inject(CAPABILITIES);
  expect([second.statusCode, second.json<ManagementProblem>().code]).toEqual([429, 'rate_limited']);
});
