import { describe, expect, it } from 'vitest';
import { createTruetallyClient, type TruetallyClientOptions } from '../../../../clients/typescript/truetally-client.ts';
import { sendJson, startAnsweringServer } from '../../../../testing/answering-server.ts';

const VIEW = { kind: 'saved-view', data: { id: 'sv_1' }, request_id: 'req_1' };
const made = (change: Partial<TruetallyClientOptions>) =>
  createTruetallyClient({ baseUrl: 'http://127.0.0.1:1', token: 'ttm_x', organizationId: 'org_1', ...change });

async function urlsFor(ids: readonly string[]): Promise<string[]> {
  const server = await startAnsweringServer((response) => sendJson(response, 200, VIEW));
  const client = made({ baseUrl: server.origin });
  for (const id of ids) await client.savedViews.get(id);
  return server.received.map(({ url }) => url);
}

describe('a request', () => {
  it('sends the credential, requests JSON, and has a content type only with a body', async () => {
    const server = await startAnsweringServer((response, { method }) =>
      sendJson(response, method === 'GET' ? 200 : 202, {
        ...VIEW,
        ...(method === 'POST' && { kind: 'report-run' }),
      }),
    );
    const client = made({ baseUrl: server.origin });
    await client.savedViews.get('sv_1');
    await client.reports.runs.create('rpt_1', { idempotencyKey: 'once only' });
    const [get, post] = server.received;
    expect(get?.headers).toMatchObject({ authorization: 'Bearer ttm_x', accept: 'application/json' });
    expect(Object.keys(get!.headers)).not.toEqual(expect.arrayContaining(['content-type']));
    expect(Object.keys(get!.headers)).not.toEqual(expect.arrayContaining(['idempotency-key']));
    expect([post?.headers['idempotency-key'], post?.headers['content-type'], post?.body]).toEqual([
      'once only',
      undefined,
      '',
    ]);
  });

  it.each([
    ['', '/portal/api/v1/customer/v1'],
    ['/', '/portal/api/v1/customer/v1'],
    ['/behind/a/proxy/', '/behind/a/proxy/portal/api/v1/customer/v1'],
    ['/?', '/portal/api/v1/customer/v1'],
    ['/behind/#', '/behind/portal/api/v1/customer/v1'],
    ['/portal/api/v1/customer/v1', '/portal/api/v1/customer/v1'],
    ['/portal/api/v1/customer/v1/', '/portal/api/v1/customer/v1'],
  ])('uses the lane below a base URL that ends with "%s"', async (path, lane) => {
    const server = await startAnsweringServer((response) => sendJson(response, 200, VIEW));
    await made({ baseUrl: server.origin + path }).savedViews.get('sv_1');
    expect(server.received[0]?.url).toBe(`${lane}/organizations/org_1/saved-views/sv_1`);
  });

  it('keeps an id within its path segment, for any characters', async () => {
    const ids = ['a/b', '../reports', 'a?b#c', '%2e%2e', 'a\r\nx: y', '\0', 'ü 𝄞', '...'];
    expect(await urlsFor(ids)).toEqual(
      [
        'a%2Fb',
        '..%2Freports',
        'a%3Fb%23c',
        '%252e%252e',
        'a%0D%0Ax%3A%20y',
        '%00',
        '%C3%BC%20%F0%9D%84%9E',
        '...',
      ].map((segment) => `/portal/api/v1/customer/v1/organizations/org_1/saved-views/${segment}`),
    );
  });

  it.each([[''], ['.'], ['..'], ['\ud800'], [undefined as unknown as string]])(
    'is not sent with an id that cannot be in a path: %j',
    async (id) => {
      const server = await startAnsweringServer((response) => sendJson(response, 200, VIEW));
      await expect(made({ baseUrl: server.origin }).savedViews.get(id)).rejects.toThrow(TypeError);
      expect(server.received).toEqual([]);
    },
  );

  it('is not sent for a workspace by a client without one', async () => {
    const client = made({});
    await expect(client.savedViews.list().page()).rejects.toThrow('This operation needs a workspace');
    await expect(client.routes.list().page()).rejects.toThrow('This operation needs an environment');
  });

  it.each([[''], [' a'], ['a '], ['a\r\nx-injected: 1'], ['ü'], ['x'.repeat(256)]])(
    'is not sent with the idempotency key %j',
    async (idempotencyKey) => {
      const call = made({}).reports.runs.create('rpt_1', { idempotencyKey });
      await expect(call).rejects.toThrow('idempotencyKey must be');
    },
  );

  it.each([[0], [-1], [1.5], [Number.NaN], [2 ** 31]])('is not sent with a time-out of %d ms', async (timeoutMs) => {
    await expect(made({}).savedViews.get('sv_1', { timeoutMs })).rejects.toThrow('timeoutMs must be');
  });
});

describe('a client', () => {
  it.each<[string, Partial<TruetallyClientOptions>]>([
    ['no URL', { baseUrl: 'example.org' }],
    ['a file', { baseUrl: 'file:///etc' }],
    ['credentials in the URL', { baseUrl: 'https://me:secret@example.org' }],
    ['a query', { baseUrl: 'https://example.org/?a=1' }],
    ['a token that ends its header', { token: 'ttm_x\r\nx-injected: 1' }],
    ['no token', { token: '' }],
    ['a token beyond ASCII', { token: 'ttm_ü' }],
    ['a negative number of retries', { maxRetries: -1 }],
    ['no time for its calls', { timeoutMs: 0 }],
  ])('cannot be created with %s', (_name, change) => {
    expect(() => made(change)).toThrow(TypeError);
  });

  it('reports a wrong token without a text that could appear in a log', () => {
    expect(() => made({ token: 'ttm_secret\n' })).toThrow('token must be visible ASCII characters alone.');
  });

  it('can use another scope of the same service', async () => {
    const server = await startAnsweringServer((response) => sendJson(response, 200, VIEW));
    const client = made({ baseUrl: server.origin });
    await client.at({ organizationId: 'org_2' }).savedViews.get('sv_2');
    await client.savedViews.get('sv_1');
    expect(server.received.map(({ url }) => url.split('/').slice(-3))).toEqual([
      ['org_2', 'saved-views', 'sv_2'],
      ['org_1', 'saved-views', 'sv_1'],
    ]);
  });
});
