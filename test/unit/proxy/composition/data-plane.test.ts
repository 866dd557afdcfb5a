import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { splitEvents } from '../../../../contracts/ingest/calls/ended-call.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';
import { INVALID_KEY } from '../../../../proxy/call/gateway-error.ts';
import { ofKind } from './of-kind.ts';

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-haiku-4-5-20251001',
  content: [{ type: 'text', text: 'Hello' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1_000, output_tokens: 500 },
};
const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello, you there' }] };

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function open(options: GatewayOptions): Promise<GatewayWorld> {
  return (world = await openGatewayWorld(options));
}

interface Sent {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A provider that answers with a document, and records its requests. */
function answering(status: number, document: object, headers: Record<string, string> = {}) {
  const sent: Sent[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      sent.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      const body = JSON.stringify(document);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length, ...headers });
      response.end(body);
    });
  };
  return { sent, listener };
}

function post(
  origin: string,
  path: string,
  token: string,
  body: object | string,
  headers: Record<string, string> = {},
) {
  return fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('a call', () => {
  it('has its dimensions in every line, with the tool whose result it brings', async () => {
    const provider = answering(200, MESSAGE, {});
    const { origin, mint, rows } = await open({ provider: provider.listener });
    const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'find\tit', input: {} }] };
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: '7' }] };
    const body = { model: 'claude-haiku-4-5', messages: [use, result] };
    await post(origin, '/v1/messages', await mint(), body, {
      ...{ 'x-tt-user': 'ada', 'x-tt-tenant': 'acme', 'x-tt-feature': 'search', 'x-tt-tag-Env': 'prod' },
      ...{ 'x-tt-step-id': 's2', 'x-tt-parent-id': 's1', 'x-tt-key': 'forged', 'x-tt-team': 'forged' },
    });
    expect(rows().map((row) => ('dimensions' in row ? row.dimensions : undefined))).toEqual(
      Array(4).fill({
        ...{ key: 'kid_1', step_id: 's2', parent_id: 's1', user: 'ada', tenant: 'acme', feature: 'search' },
        ...{ 'tag.env': 'prod', step_class: 'tool_loop', tool: 'find it' },
      }),
    );
    expect(rows()[0]).toMatchObject({ noted: { key_id: 'kid_1', step_class_source: 'derived' } });
  });

  it('is passed on and back unchanged, and leaves its row', async () => {
    const provider = answering(200, MESSAGE, { 'request-id': 'req_provider', 'x-tt-cache': 'hit' });
    const { origin, mint, rows } = await open({ provider: provider.listener });
    const body = `{ "model":"claude-haiku-4-5",  "messages":[{"role":"user","content":"Hello, you there"}] }`;
    const answer = await post(origin, '/v1/messages?beta=true&from=/a?b=c', await mint(), body, {
      'x-tt-agent': 'planner',
      'x-tt-trace-id': 'trace-1',
      'x-tt-team': 'forged',
      'anthropic-version': '2023-06-01',
    });
    expect([answer.status, await answer.json()]).toEqual([200, MESSAGE]);
    expect(Object.fromEntries([...answer.headers].filter(([name]) => /^x-tt|request-id/.test(name)))).toEqual({
      'request-id': 'req_provider',
      'x-tt-request-id': 'greq_1',
      'x-tt-added-ms': expect.stringMatching(/^[\d.]+$/) as string,
      'x-tt-cost-usd': '0.0035',
    });
    const [sent] = provider.sent;
    expect([sent?.method, sent?.url, sent?.body]).toEqual(['POST', '/v1/messages?beta=true&from=/a?b=c', body]);
    expect(sent?.headers).toMatchObject({ 'x-api-key': 'provider-key', 'anthropic-version': '2023-06-01' });
    expect(Object.keys(sent?.headers ?? {}).filter((name) => /^x-tt|^authorization$/.test(name))).toEqual([]);

    const dimensions = {
      schema: 1,
      purpose: 'application',
      logical_request_id: 'greq_1',
      trace_id: 'trace-1',
      team_id: 'team-a',
      input_size_bucket: 'small',
      dimensions: { key: 'kid_1', agent: 'planner', step_class: 'user_turn' },
    };
    const found = rows();
    expect(found.map(({ event }) => event)).toEqual(['request_admitted', 'attempt', 'cost_effect', 'request_terminal']);
    expect(found[0]).toMatchObject({
      ...dimensions,
      admitted_at: '2026-03-02T08:00:00.000Z',
      streaming: false,
      noted: { key_id: 'kid_1', step_class_source: 'derived' },
    });
    expect(found[1]).toMatchObject({
      ...dimensions,
      provider_id: 'anthropic',
      provider_model: 'claude-haiku-4-5-20251001',
      output_state: 'complete',
      usage_source: 'provider',
      usage_known: true,
      input_tokens: 1_000,
      output_tokens: 500,
      total_tokens: 1_500,
    });
    // 1 USD and 5 USD per million tokens.
    expect(found[2]).toMatchObject({ price_state: 'priced', nanos: '3500000', estimated: false });
    expect(ofKind(found, 'cost_effect')[0]?.price_revision).toMatch(/^@pydantic\/genai-prices@/);
    expect(found[3]).toMatchObject({
      status: 'succeeded',
      final_model: 'claude-haiku-4-5-20251001',
      final_provider: 'anthropic',
      attempt_count: 1,
    });
  });

  it('that the provider refuses keeps the provider’s answer, and has no cost', async () => {
    const error = { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } };
    const { origin, mint, rows } = await open({ provider: answering(429, error, { 'retry-after': '7' }).listener });
    const answer = await post(origin, '/v1/messages', await mint(), ASK);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([429, '7', error]);
    expect(ofKind(rows(), 'cost_effect')).toMatchObject([{ nanos: '0', estimated: true }]);
    expect(ofKind(rows(), 'request_terminal')).toMatchObject([{ status: 'failed', terminal_kind: 'http_429' }]);
  });

  it('without a known price or usage is unpriced, and never 0', async () => {
    const providers = [{ name: 'own', wire: 'openai', models: ['*'] }] as const;
    const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
    const { origin, mint, rows } = await open({ provider: answering(200, { model: 'm', usage }).listener, providers });
    await post(origin, '/v1/chat/completions', await mint(), { model: 'm', messages: [] });
    expect(ofKind(rows(), 'cost_effect')).toMatchObject([{ price_state: 'unpriced' }]);
    expect(ofKind(rows(), 'cost_effect')[0]).not.toHaveProperty('nanos');
    expect(ofKind(rows(), 'attempt')).toMatchObject([{ input_tokens: 5, output_tokens: 2 }]);
  });

  it('of embeddings is counted by its input', async () => {
    const document = { object: 'list', model: 'text-embedding-3-small', data: [], usage: { prompt_tokens: 1_000_000 } };
    const { origin, mint, rows } = await open({ provider: answering(200, document).listener });
    await post(origin, '/v1/embeddings', await mint(), { model: 'text-embedding-3-small', input: 'x' });
    expect(ofKind(rows(), 'cost_effect')).toMatchObject([{ price_state: 'priced', nanos: '20000000' }]);
  });

  it('to an unavailable provider fails with 502, without an attempt', async () => {
    const providers = [{ name: 'away', wire: 'openai', models: ['*'], base_url: 'http://127.0.0.1:1' }] as const;
    const { origin, mint, rows } = await open({ provider: answering(200, {}).listener, providers });
    const answer = await post(origin, '/v1/responses', await mint(), { model: 'm', input: 'x' });
    expect([answer.status, ((await answer.json()) as { error: { type: string } }).error.type]).toEqual([
      502,
      'api_error',
    ]);
    expect(rows().map(({ event }) => event)).toEqual(['request_admitted', 'request_terminal']);
    expect(rows()[1]).toMatchObject({ status: 'failed', terminal_kind: 'provider_unreachable', attempt_count: 0 });
  });

  it('whose answer cannot be passed on fails alone', async () => {
    const head = 'HTTP/1.1 200 OK\r\nx-odd: a\u0001b\r\ncontent-length: 2\r\n\r\n{}';
    const answers = [head, head.replace('\u0001', '')];
    const provider: GatewayOptions['provider'] = (request) => {
      request.resume();
      request.on('end', () => request.socket.end(answers.shift() ?? ''));
    };
    const { origin, mint, rows } = await open({ provider });
    const token = await mint();
    const statuses: number[] = [];
    for (const asked of [ASK, ASK]) statuses.push((await post(origin, '/v1/messages', token, asked)).status);
    expect(statuses).toEqual([502, 200]);
    expect(ofKind(rows(), 'request_terminal').map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  it('sends its caller’s provider key if its own key permits it, and refuses it otherwise', async () => {
    const provider = answering(200, MESSAGE);
    const { origin, mint } = await open({ provider: provider.listener });
    for (const allowsPassthrough of [true, false])
      await post(origin, '/v1/messages', await mint({ allowsPassthrough }), ASK, { 'x-api-key': 'sk-of-caller' });
    expect(provider.sent.map(({ headers }) => headers['x-api-key'])).toEqual(['sk-of-caller', 'provider-key']);
  });
});

const NO_MODEL =
  'The member `model` must be the name of a model in 1 to 128 characters. `GET /v1/models` lists the models of the key.';

describe('a request without a provider', () => {
  const provider = (): GatewayOptions['provider'] => answering(200, MESSAGE).listener;

  it.each<[string, (world: GatewayWorld) => Promise<string>]>([
    ['unknown', async () => Promise.resolve(`ttk_${'0'.repeat(76)}`)],
    ['malformed', async () => Promise.resolve('nonsense')],
    ['expired', ({ mint }) => mint({ expiresAt: new Date('2026-03-02T08:00:00.000Z') })],
    [
      'revoked',
      async ({ mint, revokeAll, keys }) => {
        const token = await mint();
        revokeAll();
        await keys.refresh();
        return token;
      },
    ],
  ])('has one answer for a key that is %s', async (_, tokenOf) => {
    const opened = await open({ provider: provider() });
    const answer = await post(opened.origin, '/v1/messages', await tokenOf(opened), ASK);
    expect([answer.status, answer.headers.get('x-tt-refusal-type'), await answer.json()]).toEqual([
      401,
      'invalid_key',
      {
        type: 'error',
        error: {
          type: 'invalid_key',
          code: 'invalid_key',
          param: null,
          message: INVALID_KEY.message,
        },
        request_id: 'greq_1',
      },
    ]);
    expect(answer.headers.get('x-tt-request-id')).toBe('greq_1');
    expect(opened.refusals()).toEqual(['invalid_key']);
  });

  it.each([
    ['models', { models: ['gpt-5-mini'] }, 'model claude-haiku-4-5'],
    ['endpoints', { endpoints: ['responses' as const] }, 'endpoint messages'],
    ['providers', { providers: ['openai'] }, 'provider of the model claude-haiku-4-5'],
  ])('is refused by the scope of %s, and has its row', async (_, scopes, what) => {
    const { origin, mint, rows } = await open({ provider: provider() });
    const answer = await post(origin, '/v1/messages', await mint({ scopes }), ASK);
    const { error } = (await answer.json()) as { error: { type: string; message: string } };
    expect([answer.status, answer.headers.get('x-tt-refusal-type'), error.type, error.message]).toEqual([
      403,
      'scope_violation',
      'scope_violation',
      `The scopes of this key do not include the ${what}. Use another key, or ask the operator of the gateway.`,
    ]);
    expect(rows().map(({ event }) => event)).toEqual(['request_admitted', 'request_terminal']);
    expect(rows()[1]).toMatchObject({ status: 'refused', terminal_kind: 'scope_violation', attempt_count: 0 });
  });

  it.each<[number, string, string, string]>([
    [400, '/v1/messages', '{"model":"m","a":tru}', 'The body must be a JSON object: it is not valid JSON.'],
    [400, '/v1/messages', '[]', 'The body must be a JSON object: it begins with a list.'],
    [400, '/v1/messages', '{}', NO_MODEL],
    [400, '/v1/messages', '{"model":"\\ud800"}', NO_MODEL],
    [
      404,
      '/v1/messages',
      '{"model":"gpt-5-mini"}',
      'No provider of this gateway serves the model gpt-5-mini at this endpoint. The known models are claude-haiku-4-5, claude-*.',
    ],
    [405, '/v1/models', '{}', '/v1/models does not accept this method. Use GET.'],
  ])('is answered %i at %s for %s', async (status, path, body, message) => {
    const { origin, mint, rows } = await open({ provider: provider() });
    const answer = await post(origin, path, await mint(), body);
    expect([answer.status, ((await answer.json()) as { error: { message: string } }).error.message]).toEqual([
      status,
      message,
    ]);
    expect(() => rows()).not.toThrow();
  });

  it('with an excessive size is refused with this reason', async () => {
    const { origin, mint } = await open({ provider: provider() });
    const answer = await post(origin, '/v1/messages', await mint(), ' '.repeat(33_554_433)).catch(() => undefined);
    // Some clients are still sending when the answer arrives.
    expect([413, undefined]).toContain(answer?.status);
  });

  it('does not wait while the keys in memory are too old', async () => {
    const { origin, mint, pass, keys } = await open({ provider: provider() });
    const token = await mint();
    pass(25_000);
    const answer = await post(origin, '/v1/messages', token, ASK);
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('x-tt-refusal-type')]).toEqual([
      503,
      '10',
      'enforcement_unavailable',
    ]);
    expect((await fetch(`${origin}/readyz`)).status).toBe(503);
    await keys.refresh();
    expect((await post(origin, '/v1/messages', token, ASK)).status).toBe(200);
  });

  it('is refused while nothing can be written, and accepted again afterwards', async () => {
    let isFull = true;
    const kept: string[] = [];
    const writer: GatewayOptions['writer'] = {
      appendLines: (lines) =>
        isFull ? Promise.reject(new Error('ENOSPC')) : Promise.resolve(void kept.push(...lines)),
    };
    const { origin, mint, pass } = await open({ provider: provider(), writer });
    const token = await mint();
    const ask = async (): Promise<[number, string]> => {
      const answer = await post(origin, '/v1/messages', token, ASK);
      const { error } = (await answer.json()) as { error?: { type: string } };
      return [answer.status, error?.type ?? ''];
    };
    expect(await ask()).toEqual([503, 'log_unavailable']);
    isFull = false;
    // No write is retried within a second.
    expect(await ask()).toEqual([503, 'log_unavailable']);
    expect(kept).toEqual([]);
    pass(1_000);
    expect(await ask()).toEqual([200, '']);
    expect(kept.flatMap(splitEvents)).toHaveLength(4);
  });

  it('is the list of models, which the gateway answers itself', async () => {
    const { origin, mint, rows } = await open({ provider: provider() });
    const list = async (token: string): Promise<string[]> => {
      const answer = await fetch(`${origin}/v1/models`, { headers: { 'x-api-key': token } });
      return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
    };
    expect(await list(await mint())).toEqual(['claude-haiku-4-5', 'gpt-5-mini', 'text-embedding-3-small']);
    expect(await list(await mint({ scopes: { providers: ['openai'], models: ['gpt-5-mini'] } }))).toEqual([
      'gpt-5-mini',
    ]);
    expect(() => rows()).not.toThrow();
  });
});
