import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { GovernanceBlock, LimitEntry } from '../../../../domain/gateway/governance/governance-block.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';

/** An answer that costs 3.5 milli-USD, at 1 USD and 5 USD per million tokens. */
const MESSAGE = {
  model: 'claude-haiku-4-5-20251001',
  content: [{ type: 'text', text: 'Hello' }],
  usage: { input_tokens: 1_000, output_tokens: 500 },
};
/**
 * A request of 84 bytes with six values, which count as 36 tokens, and at most 1,000 output tokens: 5.036 milli-USD.
 */
const ASK = { model: 'claude-haiku-4-5', max_tokens: 1_000, messages: [{ content: '12345678' }] };

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

function answering(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(MESSAGE));
  });
}

async function open(governance: GovernanceBlock, more: Partial<GatewayOptions> = {}): Promise<GatewayWorld> {
  world = await openGatewayWorld({ provider: answering, governance, ...more });
  return world;
}

function limited(...limits: LimitEntry[]): GovernanceBlock {
  return { limits };
}

function ask({ origin }: GatewayWorld, token: string, body: object = ASK, headers: Record<string, string> = {}) {
  const sent = { authorization: `Bearer ${token}`, ...headers };
  return fetch(`${origin}/v1/messages`, { method: 'POST', headers: sent, body: JSON.stringify(body) });
}

/** The status of an answer that was read to its end. */
async function statusOf(...asked: Parameters<typeof ask>): Promise<number> {
  const answer = await ask(...asked);
  await answer.text();
  return answer.status;
}

/** The headers that concern limits. */
function headersOf({ headers }: Response): Record<string, string> {
  const spoken = /^(x-tt-(refus|coord|budget)|x-should-retry|retry-after|ratelimit)/;
  return Object.fromEntries([...headers].filter(([name]) => spoken.test(name)));
}

async function summarize(answer: Response): Promise<[number, Record<string, string>, unknown]> {
  const { error } = (await answer.json()) as { error: Record<string, unknown> };
  return [answer.status, headersOf(answer), error['refused_by_limit']];
}

const RATE = { id: 'ci-rate', node: 'key:kid_1', requests_per_minute: 2 } as const;
const QUOTA = { id: 'org-requests', node: 'organization', requests: 2, per: 'hour' } as const;
const TOKENS = {
  id: 'team-tokens',
  node: 'team:team-a',
  tokens: 2_600,
  per: 'day',
  time_zone: 'Europe/Berlin',
} as const;
const BUDGET = { id: 'team-month', node: 'team:team-a', budget_usd: 0.009, per: 'month' } as const;

describe('an exhausted limit', () => {
  it.each([
    [
      RATE,
      {
        'x-tt-refusal-type': 'rate_limited',
        'x-tt-refused-by': 'ci-rate',
        'retry-after': '60',
        ratelimit: '"ci-rate";r=0;t=60',
      },
      {
        id: 'ci-rate',
        node: 'key:kid_1',
        unit: 'requests',
        observed: 2,
        limit: 2,
        bound: 1,
        resets_at: '2026-03-02T08:01:00.000Z',
      },
    ],
    [
      QUOTA,
      {
        'x-tt-refusal-type': 'quota_exhausted',
        'x-tt-refused-by': 'org-requests',
        'retry-after': '3600',
        'x-should-retry': 'false',
        ratelimit: '"org-requests";r=0;t=3600',
      },
      {
        id: 'org-requests',
        node: 'organization:org_1',
        unit: 'requests',
        observed: 2,
        limit: 2,
        bound: 1,
        resets_at: '2026-03-02T09:00:00.000Z',
      },
    ],
    [
      TOKENS,
      {
        'x-tt-refusal-type': 'quota_exhausted',
        'x-tt-refused-by': 'team-tokens',
        'retry-after': '54000',
        'x-should-retry': 'false',
        ratelimit: '"team-tokens";r=0;t=54000',
      },
      // Two calls of 1,500 tokens, which requested at most 1,024 each.
      {
        id: 'team-tokens',
        node: 'team:org_1:team-a',
        unit: 'tokens',
        observed: 3_000,
        limit: 2_600,
        bound: 130,
        resets_at: '2026-03-02T23:00:00.000Z',
      },
    ],
    [
      BUDGET,
      {
        'x-tt-refusal-type': 'budget_exceeded',
        'x-tt-refused-by': 'team-month',
        'retry-after': '2563200',
        'x-should-retry': 'false',
        ratelimit: '"team-month";r=0;t=2563200',
      },
      {
        id: 'team-month',
        node: 'team:org_1:team-a',
        unit: 'usd',
        observed: 0.007,
        limit: 0.009,
        bound: 0.00045,
        resets_at: '2026-04-01T00:00:00.000Z',
      },
    ],
  ])('refuses: $id', async (limit, headers, block) => {
    const gateway = await open(limited(limit));
    const token = await gateway.mint();
    expect([await statusOf(gateway, token), await statusOf(gateway, token)]).toEqual([200, 200]);
    const refused = await ask(gateway, token);
    expect(await summarize(refused)).toEqual([429, headers, block]);
    const [admitted, ended] = gateway.rows().slice(-2);
    expect(admitted).toMatchObject({
      event: 'request_admitted',
      noted: {
        'refused_by_limit.id': block.id,
        'refused_by_limit.observed': String(block.observed),
        'refused_by_limit.limit': String(block.limit),
        'refused_by_limit.resets_at': block.resets_at,
      },
    });
    const counted = (amount: number): number => (block.unit === 'usd' ? Math.round(amount * 1e9) : amount);
    expect(ended).toMatchObject({
      ...{ status: 'refused', terminal_kind: headers['x-tt-refusal-type'], attempt_count: 0 },
      refused_by_limit: {
        ...{ id: block.id, node: block.node, unit: block.unit === 'usd' ? 'nano_usd' : block.unit },
        ...{ limit: counted(block.limit), observed: counted(block.observed), bound: counted(block.bound) },
        resets_at: block.resets_at,
      },
    });
    expect(gateway.refusals()).toEqual([headers['x-tt-refusal-type']]);
  });

  it('counts calls in flight, and states their maximum', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const gateway = await open(limited({ id: 'two', node: 'organization', concurrency: 2 }), {
      provider: (request, response) => void released.then(() => answering(request, response)),
    });
    const token = await gateway.mint();
    const running = [ask(gateway, token), ask(gateway, token)];
    await expect.poll(() => gateway.plane.inFlight).toBe(2);
    expect(await summarize(await ask(gateway, token))).toEqual([
      429,
      {
        'x-tt-refusal-type': 'concurrency_exceeded',
        'x-tt-refused-by': 'two',
        'retry-after': '1',
        ratelimit: '"two";r=0;t=1',
        'ratelimit-policy': '"two";q=2',
      },
      { id: 'two', node: 'organization:org_1', unit: 'calls', observed: 2, limit: 2, bound: 1, resets_at: null },
    ]);
    release();
    await Promise.all(running.map(async (answer) => (await answer).text()));
    expect((await ask(gateway, token)).status).toBe(200);
  });

  it('under which a call can never fit reports this immediately, with the call’s need', async () => {
    const gateway = await open(limited({ ...BUDGET, budget_usd: 0.005 }));
    expect(await summarize(await ask(gateway, await gateway.mint()))).toEqual([
      429,
      {
        'x-tt-refusal-type': 'quota_cost_unfittable',
        'x-tt-refused-by': 'team-month',
        'retry-after': '2563200',
        'x-should-retry': 'false',
        ratelimit: '"team-month";r=0;t=2563200',
      },
      {
        id: 'team-month',
        node: 'team:org_1:team-a',
        unit: 'usd',
        observed: 0.005036,
        limit: 0.005,
        bound: 0.00025,
        resets_at: '2026-04-01T00:00:00.000Z',
      },
    ]);
    expect(gateway.leases.exchanges()).toBe(0);
  });
});

describe('nested limits', () => {
  it('reserve nothing if one refuses', async () => {
    const gateway = await open(limited({ id: 'all', node: 'organization', requests: 100, per: 'day' }, RATE));
    const token = await gateway.mint();
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push(await statusOf(gateway, token));
    expect(statuses).toEqual([200, 200, 429, 429]);
    await gateway.plane.drain({ delayMs: 0, drainMs: 1_000 });
    await gateway.governor?.close();
    expect(Object.fromEntries(gateway.leases.counters)).toEqual({
      'all organization:org_1': { settled: 2, leased: 0 },
      'ci-rate key:kid_1': { settled: 2, leased: 0 },
    });
  });

  it('do not affect other keys, teams and tags', async () => {
    const tag = { id: 'beta', node: 'tag:stage=beta', requests_per_minute: 1 } as const;
    const gateway = await open(limited(tag, { ...RATE, node: 'key:kid_2' }, { ...QUOTA, node: 'team:team-b' }));
    const token = await gateway.mint();
    const beta = { 'x-tt-tag-stage': 'beta' };
    const statuses = [];
    for (const headers of [beta, beta, {}, { 'x-tt-tag-stage': 'gamma' }])
      statuses.push(await statusOf(gateway, token, ASK, headers));
    expect(statuses).toEqual([200, 429, 200, 200]);
  });

  it('of a tag apply with any other tags', async () => {
    const gateway = await open(limited({ id: 'beta', node: 'tag:stage=beta', requests_per_minute: 1 }));
    const token = await gateway.mint();
    const others = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`x-tt-tag-a${index}`, 'x']));
    const beta = { ...others, 'x-tt-tag-stage': 'beta' };
    expect(await statusOf(gateway, token, ASK, beta)).toBe(200);
    expect(await statusOf(gateway, token, ASK, beta)).toBe(429);
  });

  it('continue for a rotated key', async () => {
    const gateway = await open(limited(RATE));
    const [old, successor] = [await gateway.mint(), await gateway.mint({ rotations: ['kid_1', 'kid_2'] })];
    expect([await statusOf(gateway, old), await statusOf(gateway, successor)]).toEqual([200, 200]);
    expect([await statusOf(gateway, successor), await statusOf(gateway, old)]).toEqual([429, 429]);
  });

  it('do not affect teams and tags with the same name of another organization', async () => {
    const tag = { id: 'beta', node: 'tag:stage=beta', requests: 1, per: 'day' } as const;
    const team = { id: 'team', node: 'team:team-a', requests: 1, per: 'day' } as const;
    const gateway = await open(limited(tag, team));
    const beta = { 'x-tt-tag-stage': 'beta' };
    const here = await gateway.mint();
    const there = await gateway.mint({ leaf: { ...TEST_LEAF, organizationId: 'org_2' } });
    const statuses = [];
    for (const token of [here, there, there]) statuses.push(await statusOf(gateway, token, ASK, beta));
    expect(statuses).toEqual([200, 200, 429]);
    await gateway.plane.drain({ delayMs: 0, drainMs: 1_000 });
    await gateway.governor?.close();
    expect([...gateway.leases.counters.keys()].sort()).toEqual([
      ...['beta tag:org_1:stage=beta', 'beta tag:org_2:stage=beta'],
      ...['team team:org_1:team-a', 'team team:org_2:team-a'],
    ]);
  });
});

describe('the final charge of a call', () => {
  it.each([
    ['the price of its usage', {}, 200, 3_500_000],
    ['zero if the provider refused it', {}, 400, 0],
    ['the maximum cost if the usage is unknown', {}, 500, 5_036_000],
    ['the declared default of a model without a price', { model: 'claude-unheard-of' }, 500, 20_000_000],
  ])('is %s', async (_, more, status, nanos) => {
    const limit = { ...BUDGET, budget_usd: 1 };
    const gateway = await open(
      { limits: [limit], unpriced_call_usd: 0.02 },
      {
        provider: (request, response) => {
          request.resume();
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(MESSAGE));
        },
      },
    );
    expect(await statusOf(gateway, await gateway.mint(), { ...ASK, ...more })).toBe(status);
    await gateway.plane.drain({ delayMs: 0, drainMs: 1_000 });
    await gateway.governor?.close();
    expect(gateway.leases.counters.get('team-month team:org_1:team-a')).toEqual({ settled: nanos, leased: 0 });
  });
});

describe('the reservation of a call', () => {
  it.each([
    ['the written tokens', '/v1/embeddings', { input: [[1, 2, 3], [4]] }, '26'],
    ['the frame of an empty request', '/v1/embeddings', { input: [] }, '20'],
    [
      'the input and each requested answer',
      '/v1/chat/completions',
      { messages: [{ content: '12345678' }], max_tokens: 10, n: 3 },
      '65',
    ],
    ['the declared tokens by default', '/v1/responses', { input: '12345678' }, '118'],
  ])('is %s', async (_, path, body, tokens) => {
    const limit = { ...TOKENS, tokens: 1_000_000 };
    const gateway = await open({ limits: [limit], assumed_output_tokens: 100 });
    const model = path === '/v1/embeddings' ? 'text-embedding-3-small' : 'gpt-5-mini';
    const answer = await fetch(`${gateway.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await gateway.mint()}` },
      body: JSON.stringify({ model, ...body }),
    });
    await answer.text();
    expect(gateway.rows()[0]).toMatchObject({ noted: { reserved_tokens: tokens } });
  });
});

describe('leases', () => {
  it('keep Postgres out of the path of a call while a chunk is available', async () => {
    const gateway = await open(limited({ id: 'all', node: 'organization', requests: 1_000, per: 'day', chunk: 100 }));
    const token = await gateway.mint();
    for (let call = 0; call < 40; call += 1) await statusOf(gateway, token);
    expect(gateway.leases.exchanges()).toBe(1);
    expect(gateway.governor?.figures.reserved.requests).toBe(40);
    gateway.pass(1_000);
    await gateway.governor?.look();
    expect(gateway.leases.counters.get('all organization:org_1')).toEqual({ settled: 40, leased: 100 });
  });

  it('that lapsed are charged, and the excess of calls is still settled', async () => {
    const gateway = await open(limited({ ...BUDGET, budget_usd: 1, chunk: 0.01 }));
    const token = await gateway.mint();
    await statusOf(gateway, token);
    gateway.leases.lapse();
    gateway.pass(1_000);
    await gateway.governor?.look();
    await statusOf(gateway, token);
    gateway.pass(1_000);
    await gateway.governor?.look();
    // The first lease is unchanged. One call of the second lease is settled.
    expect(gateway.leases.counters.get('team-month team:org_1:team-a')).toEqual({
      settled: 3_500_000,
      leased: 10_000_000 + 10_000_000,
    });
  });

  it('warn from 80 % of a budget on', async () => {
    const gateway = await open(limited({ ...BUDGET, budget_usd: 0.1 }));
    const token = await gateway.mint();
    expect(headersOf(await ask(gateway, token))).toEqual({});
    gateway.leases.use('team-month team:org_1:team-a', 80_000_000);
    gateway.pass(1_000);
    await gateway.governor?.look();
    expect(headersOf(await ask(gateway, token))).toEqual({ 'x-tt-budget-warning': '"team-month";used=88' });
  });
});

describe('while Postgres is unreachable', () => {
  it('only leased amounts are used', async () => {
    const gateway = await open(limited(RATE));
    gateway.leases.reach(false);
    expect(await summarize(await ask(gateway, await gateway.mint()))).toEqual([
      503,
      { 'x-tt-refusal-type': 'enforcement_unavailable', 'x-tt-refused-by': 'ci-rate', 'retry-after': '10' },
      {
        id: 'ci-rate',
        node: 'key:kid_1',
        unit: 'requests',
        observed: null,
        limit: 2,
        bound: 1,
        resets_at: '2026-03-02T08:01:00.000Z',
      },
    ]);
  });

  it('all limits are awaited concurrently', async () => {
    const gateway = await open(limited(RATE, QUOTA, { ...BUDGET, when_unreachable: 'fail_open' }));
    const token = await gateway.mint();
    gateway.leases.hush();
    const answered = ask(gateway, token).then(summarize);
    await expect.poll(() => gateway.leases.unanswered().length).toBeGreaterThan(0);
    // The limits of money wait for the body.
    expect(gateway.leases.unanswered()).toEqual(['ci-rate', 'org-requests']);
    expect(await answered).toMatchObject([503, { 'x-tt-refused-by': 'ci-rate' }, {}]);
  });

  it.each(['reach', 'hush'] as const)(
    'a limit that fails open admits calls, discloses this and settles later: %s',
    async (how) => {
      const gateway = await open(limited({ ...BUDGET, when_unreachable: 'fail_open' }));
      if (how === 'reach') gateway.leases.reach(false);
      else gateway.leases.hush();
      const answer = await ask(gateway, await gateway.mint());
      expect([answer.status, headersOf(answer)]).toEqual([200, { 'x-tt-coordination': 'suspended' }]);
      await answer.text();
      expect(gateway.rows()[0]).toMatchObject({ noted: { coordination: 'suspended', reserved_nano_usd: '5036000' } });
      expect(gateway.governor?.figures.suspended).toBe(1);
      if (how === 'hush') return;
      gateway.leases.reach(true);
      await gateway.plane.drain({ delayMs: 0, drainMs: 1_000 });
      await gateway.governor?.close();
      expect(gateway.leases.counters.get('team-month team:org_1:team-a')).toEqual({ settled: 3_500_000, leased: 0 });
    },
  );
});
