import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ORGANIZATION_ID } from '../../../testing/api/demo-ids.ts';
import type { CallerName } from '../../../testing/apps/demo-callers.ts';
import { type ApiAnswer, TestApi } from '../../../testing/api/test-api.ts';

const CATALOG = `/organizations/${ORGANIZATION_ID}/insights/catalog`;

// The counters of the plugin use the clock of the process.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

const limited = (requestsPerCredential: number, requestsPerAddress: number, trustedProxies: string[] = []): TestApi =>
  new TestApi({ limits: { requestsPerCredential, requestsPerAddress, connectionsPerAddress: 256, trustedProxies } });

const ask = (api: TestApi, as: CallerName = 'owner', headers: Record<string, string> = {}): Promise<ApiAnswer> =>
  api.get(CATALOG, { as, headers });

describe('the rate limit', () => {
  it('is stated with every answer, for the address and for the credential', async () => {
    const { headers } = await ask(limited(600, 1_200));
    expect(headers).toMatchObject({
      'ratelimit-policy': '"address";q=1200;w=60, "credential";q=600;w=60',
      ratelimit: '"address";r=1199;t=60, "credential";r=599;t=60',
    });
    expect(headers).not.toHaveProperty('retry-after');
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  it('refuses further requests of a credential with a problem until its minute has ended', async () => {
    const api = limited(2, 1_200);
    expect([(await ask(api)).status, (await ask(api)).status]).toEqual([200, 200]);
    vi.setSystemTime('2026-03-01T12:00:18.500Z');
    const refused = await ask(api);
    expect([refused.status, refused.body['type'], refused.body['next_action'], refused.body['detail']]).toEqual([
      429,
      'rate_limited',
      'retry',
      'This credential has reached its limit of 2 requests a minute. Wait 42 seconds, and send the request again.',
    ]);
    expect(refused.headers).toMatchObject({
      'retry-after': '42',
      ratelimit: '"address";r=1197;t=42, "credential";r=0;t=42',
    });
    // Another credential from the same address is still accepted.
    expect((await ask(api, 'analyst')).status).toBe(200);
    vi.setSystemTime('2026-03-01T12:01:00.000Z');
    expect((await ask(api)).status).toBe(200);
  });

  it('of a credential counts after its authentication, and before the look-up of the path’s ids', async () => {
    const api = limited(1, 1_200);
    await ask(api);
    const elsewhere = `/organizations/${ORGANIZATION_ID.replace(/1$/, '7')}/insights/catalog`;
    expect((await api.get(elsewhere)).status).toBe(429);
    expect((await api.get(elsewhere, { as: 'analyst' })).status).toBe(404);
  });

  it('of an address counts before any credential is checked', async () => {
    let resolved = 0;
    const api = new TestApi({
      limits: { requestsPerCredential: 600, requestsPerAddress: 3, connectionsPerAddress: 256, trustedProxies: [] },
      credentials: {
        resolve: () => {
          resolved += 1;
          return Promise.resolve(undefined);
        },
      },
    });
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await ask(api, 'forged')).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(resolved).toBe(3);
    expect((await api.get('/nowhere')).status).toBe(429);
  });

  it('does not apply to supervisors', async () => {
    const api = limited(1, 1);
    await ask(api);
    for (const path of ['/healthz', '/readyz', '/healthz']) {
      const { status, headers } = await api.get(path, { as: 'nobody' });
      expect([status, headers['ratelimit']]).toEqual([200, undefined]);
    }
    expect((await ask(api)).status).toBe(429);
  });

  it('applies to the address that a trusted proxy names, and not to addresses that a caller names', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const trusting = limited(600, 1, ['127.0.0.0/8', '10.0.0.0/8']);
    expect((await ask(trusting, 'owner', from('203.0.113.7'))).status).toBe(200);
    expect((await ask(trusting, 'owner', from('203.0.113.8'))).status).toBe(200);
    // The caller wrote the entries before those of the trusted proxies.
    expect((await ask(trusting, 'owner', from('198.51.100.1, 203.0.113.7, 10.1.2.3'))).status).toBe(429);
    // All addresses of an IPv6 network count as one address.
    expect((await ask(trusting, 'owner', from('2001:db8:1:2::1'))).status).toBe(200);
    expect((await ask(trusting, 'owner', from('2001:db8:1:2:ffff::9'))).status).toBe(429);

    const alone = limited(600, 1);
    expect((await ask(alone, 'owner', from('203.0.113.7'))).status).toBe(200);
    expect((await ask(alone, 'owner', from('203.0.113.8'))).status).toBe(429);
  });
});

describe('a connection by TLS', () => {
  it.each([
    ['a trusted proxy', ['127.0.0.1'], 'max-age=31536000'],
    ['an untrusted caller', [], undefined],
  ])('gets a header that requires TLS if %s states TLS', async (_name, trustedProxies, expected) => {
    const { headers } = await ask(limited(600, 600, trustedProxies), 'owner', { 'x-forwarded-proto': 'https' });
    expect(headers['strict-transport-security']).toBe(expected);
  });
});
