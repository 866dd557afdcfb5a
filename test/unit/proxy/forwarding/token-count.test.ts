import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { plainErrorBody } from '../../../../providers/protocols/shared/plain-error-body.ts';
import { DiscardedAnswer } from '../../../../proxy/forwarding/discarded-answer.ts';
import { TokenCount, type CountedRequest } from '../../../../proxy/forwarding/token-count.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const ASK = { model: 'claude-haiku-4-5', messages: [{ role: 'user' as const, content: 'Hello?' }] };

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** The response of a caller that stores its status. */
class Answered extends DiscardedAnswer {
  status: number | undefined;

  override writeHead(status?: number): void {
    this.status = status;
    super.writeHead();
  }
}

interface Sent {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function open(answer: { status?: number; body: object }, options: Partial<GatewayOptions> = {}) {
  const sent: Sent[] = [];
  const provider: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url, headers } = request;
      sent.push({ url, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(answer.status ?? 200, {
        'content-type': 'application/json',
        'request-id': 'req_1',
        'x-tt-mode': 'forged',
      });
      response.end(JSON.stringify(answer.body));
    });
  };
  world = await openGatewayWorld({ provider, ...options });
  return { at: world, sent };
}

function client({ origin }: GatewayWorld, apiKey: string): Anthropic {
  return new Anthropic({ apiKey, baseURL: origin, maxRetries: 0 });
}

it('tokens are counted by the provider, without a row, because no model is called', async () => {
  const limits = [{ id: 'none', node: 'organization', requests: 1, per: 'day' }] as const;
  const { at, sent } = await open({ body: { input_tokens: 14 } }, { governance: { limits }, cache: {} });
  const anthropic = client(at, await at.mint());
  for (let turn = 0; turn < 2; turn += 1) {
    const { data, response } = await anthropic.messages.countTokens(ASK).withResponse();
    expect(data).toEqual({ input_tokens: 14 });
    expect(['x-tt-request-id', 'x-tt-mode', 'request-id'].map((name) => response.headers.get(name))).toEqual([
      `greq_${turn + 1}`,
      null,
      'req_1',
    ]);
  }
  expect(sent.map(({ url, body, headers }) => [url, JSON.parse(body) as unknown, headers['x-api-key']])).toEqual([
    ['/v1/messages/count_tokens', ASK, 'provider-key'],
    ['/v1/messages/count_tokens', ASK, 'provider-key'],
  ]);
  expect(at.rows()).toEqual([]);
});

it('a provider’s other answer is returned unchanged', async () => {
  const body = { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } };
  const { at } = await open({ status: 429, body });
  await expect(client(at, await at.mint()).messages.countTokens(ASK)).rejects.toMatchObject({
    status: 429,
    error: body,
  });
});

it('a key without the model, the endpoint or any permission counts nothing', async () => {
  const { at, sent } = await open({ body: { input_tokens: 14 } });
  const scoped = [
    await at.mint({ scopes: { models: ['gpt-5'] } }),
    await at.mint({ scopes: { endpoints: ['embeddings'] } }),
  ];
  for (const token of scoped)
    await expect(client(at, token).messages.countTokens(ASK)).rejects.toMatchObject({ status: 403 });
  await expect(client(at, 'ttk_unknown').messages.countTokens(ASK)).rejects.toMatchObject({ status: 401 });
  const unserved = client(at, await at.mint()).messages.countTokens({ ...ASK, model: 'gpt-5' });
  await expect(unserved).rejects.toMatchObject({ status: 404 });
  expect(sent).toEqual([]);
});

it('an unavailable provider is 502', async () => {
  const providers = [{ name: 'away', wire: 'anthropic', models: ['*'], base_url: 'http://127.0.0.1:1' }] as const;
  const { at } = await open({ body: {} }, { providers });
  await expect(client(at, await at.mint()).messages.countTokens(ASK)).rejects.toMatchObject({ status: 502 });
});

it.each([
  ['ends', (response: ServerResponse) => void response.end('x'.repeat(65_537))],
  [
    'never ends',
    (response: ServerResponse) => {
      const more = (): void =>
        void (response.write('x'.repeat(16_384)) ? setImmediate(more) : response.once('drain', more));
      more();
    },
  ],
])(
  'an answer that is longer than 64 KiB and %s is an error of the provider, and not buffered',
  async (_end, answer) => {
    let onClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (onClosed = resolve));
    world = await openGatewayWorld({
      provider: (request, response) => {
        request.resume();
        response.on('close', onClosed);
        response.on('error', () => undefined);
        response.writeHead(200, { 'content-type': 'application/json' });
        answer(response);
      },
    });
    const asked: unknown = await client(world, await world.mint())
      .messages.countTokens(ASK)
      .catch((error: unknown) => error);
    expect(asked).toMatchObject({ status: 502, error: { error: { type: 'api_error' } } });
    await closed;
    await expect.poll(() => world?.bodies.bytes).toBe(0);
  },
);

it('an answer without available memory is refused', async () => {
  const { at } = await open({ body: { input_tokens: 14, padding: 'x'.repeat(60_000) } }, { maxBodyBytes: 10_000 });
  await expect(client(at, await at.mint()).messages.countTokens(ASK)).rejects.toMatchObject({ status: 503 });
});

it('a provider that takes two minutes is interrupted, with an error for the caller', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answered = new Answered();
  const pool = {
    request: ({ signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  } as unknown as CountedRequest['upstream']['pool'];
  const body = { pieces: [Buffer.from('{}')], size: 2, model: { start: 0, end: 0 } };
  const counted = {
    ...{ requestId: 'greq_1', routeHeaders: [], path: '/', headers: [], ownKey: undefined, body },
    errorBody: plainErrorBody,
    ...{ upstream: { name: 'anthropic', pool, returnedHeaders: new Set<string>() }, room: { take: () => true } },
  };
  const done = new Promise<void>((resolve) => {
    new TokenCount({ called: () => undefined }, counted, answered, resolve).start();
  });
  vi.advanceTimersByTime(119_999);
  expect(answered.status).toBeUndefined();
  vi.advanceTimersByTime(1);
  await done;
  expect(answered.status).toBe(504);
});

it('a count in flight at the end of the process is interrupted, with an error', async () => {
  let onAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (onAsked = resolve));
  world = await openGatewayWorld({ provider: () => onAsked() });
  const counting = expect(client(world, await world.mint()).messages.countTokens(ASK)).rejects.toMatchObject({
    status: 503,
  });
  await asked;
  expect(world.plane.inFlight).toBe(1);
  expect(await world.plane.drain({ delayMs: 0, drainMs: 0 })).toBe(false);
  await counting;
});

it('is sent to the call’s provider, and leaves no pin', async () => {
  const routing = {
    tiers: [
      { name: 'small', model: 'claude-haiku-4-5' },
      { name: 'large', model: 'claude-opus-5' },
    ],
    rules: [{ id: 'first', tier: 'large', step_classes: ['tool_loop'] }],
    default_tier: 'small',
  } as const;
  const { at, sent } = await open({ body: { input_tokens: 14 } }, { mode: 'route', routing });
  const headers = { 'x-tt-trace-id': 'trace-1' };
  const asks = { ...ASK, model: 'whatever' };
  const anthropic = client(at, await at.mint());
  const { response } = await anthropic.messages.countTokens(asks, { headers }).withResponse();
  expect(['x-tt-decision', 'x-tt-model-rewrite'].map((name) => response.headers.get(name))).toEqual([
    'small',
    'whatever->claude-haiku-4-5',
  ]);
  expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ ...asks, model: 'claude-haiku-4-5' }]);
  expect(at.decisions()).toEqual([]);
  // A trace with only token counts is not pinned yet.
  const message = { ...asks, max_tokens: 10 };
  const step = { ...headers, 'x-tt-step-class': 'tool_loop' };
  await anthropic.messages.create(message, { headers: step });
  expect(at.decisions()).toEqual(['large rule']);
});

it('is counted for the requested model if tiers are only recorded', async () => {
  const routing = { tiers: [{ name: 'large', model: 'claude-opus-5' }], default_tier: 'large' };
  const { at, sent } = await open({ body: { input_tokens: 14 } }, { mode: 'shadow', routing });
  await client(at, await at.mint()).messages.countTokens(ASK);
  expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([ASK]);
});

it('a key without the model of the call’s tier gets an error with its name', async () => {
  const routing = { tiers: [{ name: 'large', model: 'claude-opus-5' }], default_tier: 'large' };
  const { at, sent } = await open({ body: { input_tokens: 14 } }, { mode: 'route', routing });
  const token = await at.mint({ scopes: { models: ['claude-haiku-4-5'] } });
  const refused: unknown = await client(at, token)
    .messages.countTokens(ASK)
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 403 });
  expect((refused as InstanceType<typeof Anthropic.APIError>).headers?.get('x-tt-decision')).toBe('large');
  expect(sent).toEqual([]);
});
