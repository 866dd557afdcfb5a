import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { refusalFrom } from '../../../api/frame/plugins/problem-handler.ts';
import { makeQuestion, makeView } from '../../../testing/api/answers.ts';
import { ORGANIZATION_ID, OTHER_ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { callerToken } from '../../../testing/apps/demo-callers.ts';
import { API_BASE_PATH, TestApi, type TestCallOptions } from '../../../testing/api/test-api.ts';

const VIEWS = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`;
const CATALOG = `/organizations/${ORGANIZATION_ID}/insights/catalog`;

describe('a malformed request', () => {
  it.each<[string, TestCallOptions, number, string]>([
    ['bad JSON', { body: '{"name":' }, 422, 'validation_failed'],
    ['an empty body', { headers: { 'content-type': 'application/json' } }, 422, 'validation_failed'],
    ['a body that is a list', { body: [] }, 422, 'validation_failed'],
    [
      'NUL in a text',
      { body: { ...makeView(), query: { ...makeQuestion(), release_ids: ['a\0'] } } },
      422,
      'validation_failed',
    ],
    [
      'half a surrogate pair in a name',
      { body: JSON.stringify(makeView()).replace('Daily', '\\ud800') },
      422,
      'validation_failed',
    ],
    [
      'a document 100,000 levels deep',
      { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
      422,
      'validation_failed',
    ],
    ['a list of 500,000 members', { body: `[${'0,'.repeat(499_999)}0]` }, 422, 'validation_failed'],
    ['a body one byte over 1 MiB', { body: `"${'x'.repeat(1_048_575)}"` }, 413, 'payload_too_large'],
    [
      'a body that is not JSON',
      { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    ['a body of no type', { body: 'a', headers: { 'content-type': '' } }, 415, 'unsupported_media_type'],
  ])('is refused with a problem: %s', async (_name, options, status, type) => {
    const api = new TestApi();
    const { body, ...answered } = await api.post(VIEWS, options);
    expect([answered.status, body['type'], body['code']]).toEqual([status, type, type]);
    expect(api.plane.written()).toBe(0);
  });

  it('reaches its schema when its body is exactly 1 MiB', async () => {
    expect((await new TestApi().post(VIEWS, { body: `"${'x'.repeat(1_048_574)}"` })).status).toBe(422);
  });

  it.each([
    ['an unknown path', 'GET', '/nowhere', 404],
    ['a path that is not well formed', 'GET', '/%zz', 404],
    ['a method that the path does not have', 'PUT', VIEWS, 405],
    ['a method that no path has', 'TRACE', VIEWS, 405],
    ['a method that no path has, before its body is sent', 'QUERY', VIEWS, 405],
    ['a method that the path does not have, with bad JSON', 'DELETE', CATALOG, 405],
  ] as const)('is answered with a problem: %s', async (_name, method, path, status) => {
    expect((await new TestApi().call(method, path, { as: 'nobody' })).status).toBe(status);
  });

  it('with an unsupported method gets 405 with the supported methods', async () => {
    const { headers, body } = await new TestApi().call('PATCH', VIEWS);
    expect(headers['allow']).toBe('POST, GET');
    expect(body['detail']).toBe('This path does not accept PATCH. Use POST or GET.');
  });

  it('with a body that is not UTF-8 is refused instead of misread', async () => {
    const api = new TestApi();
    const payload = Buffer.from(JSON.stringify(makeView()).replace('Daily', '\xe9t\xe9'), 'latin1');
    const headers = { authorization: `Bearer ${callerToken('owner')}`, 'content-type': 'application/json' };
    const response = await api.app.inject({ method: 'POST', url: API_BASE_PATH + VIEWS, headers, payload });
    expect([response.statusCode, response.json<{ detail: string }>().detail]).toEqual([
      422,
      'The body is not valid JSON in UTF-8.',
    ]);
    expect(api.plane.written()).toBe(0);
  });

  it.each(['/docs/static/../../../../package.json', '/docs/static/%2e%2e/%2e%2e/package.json'])(
    'with a path outside of the documentation gets 404: %s',
    async (path) => {
      const response = await new TestApi().app.inject({ url: path });
      expect([response.statusCode, response.json<{ type: string }>().type]).toEqual([404, 'not_found']);
    },
  );

  it('gets the form of a faulty member in words instead of a regular expression', async () => {
    const { body } = await new TestApi().post(VIEWS, {
      body: { ...makeView(), name: '', query: { ...makeQuestion(), schema: 2, from: '2026-01-01' } },
    });
    expect(body['errors']).toEqual([
      {
        pointer: '/name',
        detail:
          'must have this form: 1 to 120 characters, without control characters, invisible characters and marks of text direction, for example `Weekly spend`',
      },
      { pointer: '/query/schema', detail: 'must be 1' },
      {
        pointer: '/query/from',
        detail: 'must have this form: RFC 3339 instant of the years 2000 to 2099, for example `2026-01-01T00:00:00Z`',
      },
    ]);
  });

  it('gets all faulty members together, each with its pointer', async () => {
    const { body } = await new TestApi().post(VIEWS, { body: { ...makeView(), name: 7, audience: 'all', 'x/y~z': 1 } });
    expect(body['errors']).toEqual([
      {
        pointer: '/x~1y~0z',
        detail:
          'is not a member of this document, whose members are name, audience, query, time_intent, relative_window_seconds, calendar_window, display_tz',
      },
      { pointer: '/name', detail: 'must be a string: write "7" in quotes' },
      { pointer: '/audience', detail: 'must be one of personal, team' },
    ]);
  });
});

describe('a credential', () => {
  it.each<[string, Record<string, string>]>([
    ['none', {}],
    ['no scheme', { authorization: callerToken('owner') }],
    ['another scheme', { authorization: 'Basic b3duZXI6eA==' }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['an unknown one', { authorization: 'Bearer ttm_unknown' }],
    ['one that is not text', { authorization: 'Bearer ttm_"; drop table' }],
    ['two of them', { authorization: `Bearer ${callerToken('owner')} ${callerToken('analyst')}` }],
    ['a runtime key', { authorization: `Bearer ${callerToken('runtime')}` }],
  ])('without access is refused with a challenge: %s', async (_name, headers) => {
    const { status, body, ...answered } = await new TestApi().get(CATALOG, { as: 'nobody', headers });
    expect([status, body['type'], body['next_action']]).toEqual([401, 'unauthorized', 'authenticate']);
    expect(answered.headers['www-authenticate']).toBe('Bearer realm="truetally"');
  });

  it('is accepted with any case of its scheme', async () => {
    const headers = { authorization: `bearer ${callerToken('owner')}` };
    expect((await new TestApi().get(CATALOG, { as: 'nobody', headers })).status).toBe(200);
  });

  it('of a removed subject is refused', async () => {
    const api = new TestApi();
    api.plane.callers.clear();
    expect((await api.get(CATALOG)).status).toBe(401);
  });
});

describe('customer.insights.catalog', () => {
  it('answers from the build, without a reader', async () => {
    const { status, body } = await new TestApi({ reader: undefined as never }).get<{
      kind: string;
      data: { metrics: unknown[]; refusals: { code: string }[] };
    }>(CATALOG, { as: 'narrow' });
    expect([status, body.kind, body.data.metrics.length, body.data.refusals.length]).toEqual([
      200,
      'insight-catalog',
      30,
      12,
    ]);
  });

  it('does not exist for another organization', async () => {
    expect((await new TestApi().get(`/organizations/${OTHER_ORGANIZATION_ID}/insights/catalog`)).status).toBe(404);
  });
});

describe('an interrupted request', () => {
  it('counts as the caller’s fault and not as an outage of Postgres, although both concern a connection', () => {
    const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 });
    expect(refusalFrom(aborted, () => true).code).toBe('validation_failed');
  });
});

describe('a fault of the service', () => {
  const credentials = (message: string) => ({
    credentials: { resolve: () => Promise.reject(new Error(message)) },
  });

  it('is 503 when Postgres does not answer', async () => {
    const { status, body } = await new TestApi(credentials('Connection terminated')).get(CATALOG);
    expect([status, body['type'], body['next_action']]).toEqual([503, 'dependency_unavailable', 'retry']);
  });

  it('is 500 without internal details, which the log has under the request id, without any token', async () => {
    const lines: string[] = [];
    const log = new Writable({
      write(chunk: Buffer, _encoding, next) {
        lines.push(chunk.toString());
        next();
      },
    });
    const api = new TestApi({ ...credentials('column "secret" does not exist'), logger: pino(log) });
    const { status, body } = await api.get(CATALOG);
    expect([status, body['type']]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(body)).not.toContain('secret');
    const logged = lines.join('');
    expect(logged).toContain('does not exist');
    expect(logged).toContain(`"request_id":"${String(body['request_id'])}"`);
    expect(logged).not.toContain(callerToken('owner'));
  });
});

describe('every answer', () => {
  it('is neither cached nor subject to content sniffing', async () => {
    const { headers } = await new TestApi().get(CATALOG);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
});

describe('the description', () => {
  it('is served as OpenAPI 3.1 and as a page with only local assets', async () => {
    const { app } = new TestApi();
    const document = (await app.inject('/docs/json')).json<{ openapi: string }>();
    const page = await app.inject('/docs/');
    expect(document.openapi).toBe('3.1.0');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/(src|href)="https?:/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    expect(page.headers['content-security-policy']).not.toMatch(/https?:/);
  });

  it('contains every path of the lane', async () => {
    const api = new TestApi();
    const { paths } = (await api.app.inject('/docs/json')).json<{ paths: Record<string, Record<string, unknown>> }>();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = api.routes
      .filter(({ url }) => url.startsWith(API_BASE_PATH))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(served).not.toEqual([]);
    expect(described.filter((path) => path.includes(API_BASE_PATH)).sort()).toEqual(served.sort());
  });
});
