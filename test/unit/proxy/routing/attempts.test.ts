import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { TrafficEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const ASK = '{"model":"claude-haiku-4-5", "max_tokens":10,"messages":[{"role":"user","content":"Hello"}]}';
const TWICE = { retries: { attempts: 2 } } as const;
const ANTHROPIC = { name: 'first', wire: 'anthropic', models: ['claude-*'], priced_as: 'anthropic' } as const;
const SECOND = { ...ANTHROPIC, name: 'second' } as const;
const AWAY = { ...ANTHROPIC, name: 'away', base_url: 'http://127.0.0.1:1' } as const;

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

interface Say {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

/** Opens a gateway in front of a provider with these answers in order, followed by successful ones. */
async function open(says: Say[], options: Partial<GatewayOptions> = {}) {
  const got: string[] = [];
  const provider = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      got.push(body);
      const { status, headers } = says.shift() ?? { status: 200 };
      const { model } = JSON.parse(body) as { model: string };
      const answer = { type: 'message', model, content: [], usage: { input_tokens: 10, output_tokens: 5 } };
      const document = status === 200 ? answer : { type: 'error', error: { type: 'x', message: String(status) } };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document));
    });
  };
  const opened = await openGatewayWorld({ provider, providers: [ANTHROPIC], routing: TWICE, ...options });
  world = opened;
  const token = await opened.mint(options.mode === undefined ? {} : { allowsPassthrough: true });
  return {
    ...opened,
    got,
    ask: async (headers: Record<string, string> = {}, body = ASK) => {
      const answer = await fetch(`${opened.origin}/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body,
      });
      return {
        status: answer.status,
        tries: answer.headers.get('x-tt-attempts'),
        headers: answer.headers,
        text: await answer.text(),
      };
    },
    attempts: () =>
      opened.rows().filter((row): row is Extract<TrafficEvent, { event: 'attempt' }> => row.event === 'attempt'),
    nanos: () => opened.rows().flatMap((row) => (row.event === 'cost_effect' ? [row.nanos] : [])),
  };
}

it('retries a refused call, and stores each attempt in its row', async () => {
  const { ask, got, attempts, nanos, rows, retried } = await open([{ status: 429 }], {
    providers: [ANTHROPIC, SECOND],
  });
  expect(await ask()).toMatchObject({
    status: 200,
    tries: '"first/claude-haiku-4-5";status=429, "second/claude-haiku-4-5";status=200',
  });
  expect([got, retried()]).toEqual([[ASK, ASK], ['http_429']]);
  expect(attempts()).toMatchObject([
    {
      attempt_id: 'greq_1.1',
      ordinal: 1,
      role: 'primary',
      route_changed: false,
      provider_id: 'first',
      output_state: 'none',
    },
    {
      attempt_id: 'greq_1.2',
      ordinal: 2,
      role: 'fallback',
      route_changed: true,
      provider_id: 'second',
      output_state: 'complete',
    },
  ]);
  // 10 and 5 tokens at 1 and 5 USD per million. The refused call has no cost.
  expect(nanos()).toEqual(['0', '35000']);
  expect(rows().at(-1)).toMatchObject({ status: 'succeeded', attempt_count: 2, final_provider: 'second' });
});

it('retries at the same target after a wait if there is no other', async () => {
  const { ask, attempts } = await open([{ status: 529 }]);
  expect(await ask()).toMatchObject({
    status: 200,
    tries: '"first/claude-haiku-4-5";status=529, "first/claude-haiku-4-5";status=200',
  });
  expect(attempts()).toMatchObject([{ role: 'primary' }, { role: 'retry', route_changed: false }]);
});

it.each<readonly [string, Say[], number, number]>([
  ['a failure of unknown effect', [{ status: 500 }], 500, 1],
  ['a 503 without a time to retry', [{ status: 503 }], 503, 1],
  ['a 503 with a time to retry', [{ status: 503, headers: { 'retry-after': '0' } }], 200, 2],
  ['a fault of the caller', [{ status: 400 }], 400, 1],
  ['more failures than permitted retries', [{ status: 429 }, { status: 529 }], 529, 2],
  ['a wait that exceeds the time limit', [{ status: 429, headers: { 'retry-after': '11' } }], 429, 1],
])('ends with the answer of %s', async (_, says, status, calls) => {
  const { ask, got } = await open(says);
  expect([(await ask()).status, got.length]).toEqual([status, calls]);
});

it('waits for the provider’s time', async () => {
  const { ask } = await open([{ status: 429, headers: { 'retry-after-ms': '400' } }]);
  const startedAt = performance.now();
  expect((await ask()).status).toBe(200);
  expect(performance.now() - startedAt).toBeGreaterThan(390);
});

it('continues with the next provider if one is unreachable, without an attempt', async () => {
  const { ask, attempts, retried } = await open([], { providers: [AWAY, ANTHROPIC] });
  expect(await ask()).toMatchObject({
    status: 200,
    tries: '"away/claude-haiku-4-5";unreachable, "first/claude-haiku-4-5";status=200',
  });
  expect(attempts()).toMatchObject([{ ordinal: 1, role: 'primary', provider_id: 'first' }]);
  expect(retried()).toEqual(['unreachable']);
});

it('names the tried targets if all are unreachable', async () => {
  const { ask, rows } = await open([], { providers: [AWAY] });
  expect(await ask()).toMatchObject({
    status: 502,
    tries: '"away/claude-haiku-4-5";unreachable, "away/claude-haiku-4-5";unreachable',
  });
  expect(rows().at(-1)).toMatchObject({ status: 'failed', attempt_count: 0, terminal_kind: 'provider_unreachable' });
});

it('sends a call once by default, without a note', async () => {
  const { ask, got } = await open([{ status: 429 }], { routing: {}, providers: [ANTHROPIC, SECOND] });
  expect([await ask(), got.length]).toMatchObject([{ status: 429, tries: null }, 1]);
});

describe('a call that continues with one provider’s state', () => {
  const BOUND = ASK.replace('"max_tokens"', '"container":"container_1","max_tokens"');

  it('is sent to no other one, and gets the answer of the first', async () => {
    const { ask, attempts } = await open([{ status: 429 }, { status: 429 }], { providers: [ANTHROPIC, SECOND] });
    expect(await ask({}, BOUND)).toMatchObject({
      status: 429,
      tries: '"first/claude-haiku-4-5";status=429, "first/claude-haiku-4-5";status=429',
    });
    expect(attempts()).toMatchObject([{ role: 'primary' }, { role: 'retry', provider_id: 'first' }]);
  });

  it('may be retried at the same one', async () => {
    const { ask } = await open([{ status: 529 }], { providers: [ANTHROPIC, SECOND] });
    expect(await ask({}, BOUND)).toMatchObject({
      status: 200,
      tries: '"first/claude-haiku-4-5";status=529, "first/claude-haiku-4-5";status=200',
    });
  });
});

describe('fallbacks', () => {
  const ROUTED = {
    mode: 'route',
    routing: {
      tiers: [
        { name: 'complex', model: 'claude-opus-5' },
        { name: 'simple', model: 'claude-haiku-4-5' },
      ],
      default_tier: 'complex',
      fallbacks: [{ tier: 'complex', to: ['simple'] }],
    },
  } as const;

  it('answer instead of a tier, with their own model, and state this', async () => {
    const { ask, got, attempts, rows, decisions } = await open([{ status: 529 }], ROUTED);
    const answer = await ask({}, ASK.replace('claude-haiku-4-5', 'auto'));
    expect(answer).toMatchObject({
      status: 200,
      tries: '"first/claude-opus-5";status=529, "first/claude-haiku-4-5";status=200',
    });
    expect([answer.headers.get('x-tt-decision'), answer.headers.get('x-tt-model-rewrite')]).toEqual([
      'complex',
      'auto->claude-haiku-4-5',
    ]);
    expect(got).toEqual([ASK.replace('claude-haiku-4-5', 'claude-opus-5'), ASK]);
    expect(attempts()).toMatchObject([
      { provider_model: 'claude-opus-5', role: 'primary' },
      { provider_model: 'claude-haiku-4-5', role: 'fallback', route_changed: true },
    ]);
    expect(rows().at(-1)).toMatchObject({ final_model: 'claude-haiku-4-5', route_id: 'complex' });
    expect(decisions()).toEqual(['complex default']);
  });

  it('do not answer calls that continue with one provider’s state', async () => {
    const { ask, got } = await open([{ status: 529 }], ROUTED);
    const bound = ASK.replace('claude-haiku-4-5', 'auto').replace('"max_tokens"', '"container":"c","max_tokens"');
    expect((await ask({}, bound)).tries).toBe('"first/claude-opus-5";status=529, "first/claude-opus-5";status=200');
    expect(got).toHaveLength(2);
  });

  it('are not cached as the tier’s answers', async () => {
    const { ask, got, stored } = await open([{ status: 529 }], { ...ROUTED, cache: {} });
    await ask();
    expect([stored.held(), got.length]).toEqual([[], 2]);
    await ask();
    await expect.poll(() => stored.held()).toMatchObject([{ model: 'claude-opus-5' }]);
  });

  it('are reserved once, for the most expensive possible target', async () => {
    const [simple, complex] = [...ROUTED.routing.tiers].reverse();
    const routing = {
      tiers: [simple, complex],
      default_tier: 'simple',
      fallbacks: [{ tier: 'simple', to: ['complex'] }],
    } as GatewayOptions['routing'];
    // Ten tokens of one model cost 50,000 nano-USD, and of the other 250,000.
    const governance = { limits: [{ id: 'cap', node: 'organization', budget_usd: 0.0002, per: 'day' }] } as const;
    const { ask, got } = await open([], { mode: 'route', routing, governance } as Partial<GatewayOptions>);
    expect([(await ask()).status, got]).toEqual([429, []]);
  });

  it('get no provider key of a caller', async () => {
    const { ask, got } = await open([{ status: 429 }], { ...ROUTED, providers: [ANTHROPIC, SECOND] });
    expect(await ask({ 'x-api-key': 'sk-of-caller' })).toMatchObject({
      tries: '"first/claude-haiku-4-5";status=429, "first/claude-haiku-4-5";status=200',
    });
    expect(got).toEqual([ASK, ASK]);
  });
});

it('settles the last attempt, and releases the rest', async () => {
  const governance = { limits: [{ id: 'cap', node: 'organization', budget_usd: 1, per: 'day' }] } as const;
  const { ask, governor } = await open([{ status: 429 }], { providers: [ANTHROPIC, SECOND], governance });
  expect((await ask()).status).toBe(200);
  await expect.poll(() => governor?.figures.settled.nano_usd).toBe(35_000);
});

it('is not retried with a key that ends during the wait', async () => {
  const { ask, got, rows, retried, revokeAll, keys, governor } = await open(
    [{ status: 429, headers: { 'retry-after-ms': '300' } }],
    { governance: { limits: [{ id: 'slots', node: 'organization', concurrency: 1 }] } },
  );
  const asking = ask();
  await expect.poll(retried).toEqual(['http_429']);
  revokeAll();
  await keys.refresh();
  const answer = await asking;
  expect([answer.status, answer.headers.get('x-tt-refusal-type'), got.length]).toEqual([401, 'invalid_key', 1]);
  expect(rows().map((row) => row.event)).toEqual(['request_admitted', 'attempt', 'cost_effect', 'request_terminal']);
  expect(rows().at(-1)).toMatchObject({ status: 'failed', terminal_kind: 'invalid_key', attempt_count: 1 });
  await expect.poll(() => governor?.figures.settled.calls).toBe(0);
});

it('ends if its caller disconnects during the wait', async () => {
  const { origin, mint, rows, got, plane } = await open([{ status: 429, headers: { 'retry-after': '5' } }]);
  const leaving = new AbortController();
  const asking = fetch(`${origin}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': await mint() },
    body: ASK,
    signal: leaving.signal,
  }).catch(() => undefined);
  await expect.poll(() => got.length).toBe(1);
  await expect.poll(() => world?.retried()).toEqual(['http_429']);
  leaving.abort();
  await asking;
  await expect.poll(() => plane.inFlight).toBe(0);
  expect(rows().map((row) => row.event)).toEqual(['request_admitted', 'attempt', 'cost_effect', 'request_terminal']);
  expect(rows().at(-1)).toMatchObject({ status: 'cancelled', terminal_kind: 'caller_gone', attempt_count: 1 });
});
