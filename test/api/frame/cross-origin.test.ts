import { describe, expect, it } from 'vitest';
import openapi from '../../../api/openapi.json' with { type: 'json' };
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { API_BASE_PATH, TestApi } from '../../../testing/api/test-api.ts';

const CONSOLE = 'https://console.example.com';
const REPORTS = `${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/reports`;
const UNLIMITED = {
  requestsPerCredential: 1_000_000,
  requestsPerAddress: 1_000_000,
  connectionsPerAddress: 5_000,
  trustedProxies: [],
};

const allowing = (change: ConstructorParameters<typeof TestApi>[0] = {}): TestApi =>
  new TestApi({ allowedOrigins: [CONSOLE, 'http://localhost:5173'], ...change });

/** The headers of the preflight that a browser sends before a creation from a page. */
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type,idempotency-key',
};

/** The headers of an answer that concern other origins. */
function corsHeaders(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('access-control-') || name === 'vary'),
  );
}

async function preflight(api: TestApi, headers: Record<string, string>, url = REPORTS) {
  const { statusCode: status, headers: answered, body } = await api.app.inject({ method: 'OPTIONS', url, headers });
  return { status, cors: corsHeaders(answered), headers: answered, body };
}

describe('a page of an allowed origin', () => {
  it.each([CONSOLE, 'http://localhost:5173'])('of %s gets an answer to its preflight', async (origin) => {
    const answer = await preflight(allowing(), { origin, ...PREFLIGHT });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(answer.cors).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Traceparent, X-Tt-Epoch',
      'access-control-expose-headers':
        'Content-Disposition, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, ' +
        'X-Request-Id, X-Tt-Epoch',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
  });

  it('may use the method of every operation', async () => {
    const methods = new Set(Object.values(openapi.paths).flatMap((path) => Object.keys(path)));
    const { cors: allowed } = await preflight(allowing(), { origin: CONSOLE, ...PREFLIGHT });
    for (const method of methods) {
      expect(String(allowed['access-control-allow-methods']).split(', ')).toContain(method.toUpperCase());
    }
  });

  it.each([
    ['answered', 'owner', 200],
    ['refused for lack of a credential', 'nobody', 401],
  ] as const)('reads its answer when it is %s', async (_how, as, expected) => {
    const { status, headers } = await allowing().get(REPORTS, { as, headers: { origin: CONSOLE } });
    expect(status).toBe(expected);
    expect(corsHeaders(headers)).toEqual({
      'access-control-allow-origin': CONSOLE,
      'access-control-expose-headers': expect.stringContaining('X-Request-Id') as string,
      vary: 'Origin',
    });
  });

  it('can read that it exceeded the rate limit, and is not counted for its preflights', async () => {
    const api = allowing({ limits: { ...UNLIMITED, requestsPerAddress: 1 } });
    for (let time = 0; time < 5; time += 1) {
      expect((await preflight(api, { origin: CONSOLE, ...PREFLIGHT })).status).toBe(204);
    }
    expect((await api.get(REPORTS, { headers: { origin: CONSOLE } })).status).toBe(200);
    const { status, headers } = await api.get(REPORTS, { headers: { origin: CONSOLE } });
    expect([status, headers['access-control-allow-origin']]).toEqual([429, CONSOLE]);
    expect(headers['retry-after']).toMatch(/^(59|60)$/);
  });

  it('leaves no trace of its preflights in the audit', async () => {
    const api = allowing();
    await preflight(api, { origin: CONSOLE, ...PREFLIGHT });
    await api.app.close();
    expect(api.audit.rows).toEqual([]);
  });

  it('gets 405 for OPTIONS without a preflight, and 404 for an unknown path', async () => {
    const api = allowing();
    expect((await preflight(api, { origin: CONSOLE })).status).toBe(405);
    expect((await preflight(api, { origin: CONSOLE }, '/nowhere')).status).toBe(404);
  });
});

describe('any other caller', () => {
  it.each([
    'https://evil.example.com',
    'https://console.example.com.evil.example',
    'http://console.example.com',
    'https://console.example.com:8443',
    'null',
    '*',
  ])('of %s gets no permission and a normal answer', async (origin) => {
    const api = allowing();
    const answer = await preflight(api, { origin, ...PREFLIGHT });
    expect([answer.status, answer.cors]).toEqual([405, { vary: 'Origin' }]);
    const { status, headers } = await api.get(REPORTS, { headers: { origin } });
    expect([status, corsHeaders(headers)]).toEqual([200, { vary: 'Origin' }]);
  });

  it('without an origin gets no permission', async () => {
    const { status, headers } = await allowing().get(REPORTS);
    expect([status, corsHeaders(headers)]).toEqual([200, { vary: 'Origin' }]);
  });

  it('includes every caller if no origin is allowed, which is the default', async () => {
    const api = new TestApi();
    const answer = await preflight(api, { origin: CONSOLE, ...PREFLIGHT });
    expect([answer.status, answer.cors, answer.headers.allow]).toEqual([405, {}, 'POST, GET']);
    expect(corsHeaders((await api.get(REPORTS, { headers: { origin: CONSOLE } })).headers)).toEqual({});
  });
});
