import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

interface Says {
  readonly body: string | Buffer;
  readonly type?: string;
  readonly coding?: string;
}

/** The outcomes of calls that a provider answers in this way with the status 200. */
async function open({ body, type = 'application/json', coding }: Says, options: Partial<GatewayOptions> = {}) {
  let calls = 0;
  const opened = await openGatewayWorld({
    provider: (request, response) => {
      calls += 1;
      request.resume();
      const headers = { 'content-type': type, ...(coding !== undefined && { 'content-encoding': coding }) };
      request.on('end', () => response.writeHead(200, headers).end(body));
    },
    ...options,
  });
  world = opened;
  const token = await opened.mint();
  return {
    ...opened,
    calls: () => calls,
    ask: async (path: string, asked: object) => {
      const answer = await fetch(`${opened.origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    row: () => {
      const rows = opened.rows();
      const attempt = rows.find((row) => row.event === 'attempt');
      const cost = rows.find((row) => row.event === 'cost_effect');
      const ended = rows.find((row) => row.event === 'request_terminal');
      return {
        status: ended?.status,
        kind: ended?.terminal_kind,
        output: attempt?.output_state,
        usage: attempt?.usage_source,
        cost: cost?.nanos ?? cost?.price_state,
      };
    },
  };
}

const MESSAGES = { model: 'claude-haiku-4-5', max_tokens: 2_000, messages: [{ role: 'user', content: 'Hello' }] };
const CHAT = { model: 'gpt-5-mini', max_completion_tokens: 2_000, messages: MESSAGES.messages };
const RESPONSES = { model: 'gpt-5-mini', max_output_tokens: 2_000, input: 'Hello' };
const EMBEDDINGS = { model: 'text-embedding-3-small', input: 'Hello' };
const OVERLOADED = JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
const LIMITED = JSON.stringify({ error: { message: 'Provider returned error', code: 429 } });
const stream = (...events: (object | string)[]): string =>
  events.map((data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join('');

const CALLS = [
  ['/v1/messages', MESSAGES],
  ['/v1/chat/completions', CHAT],
  ['/v1/responses', RESPONSES],
  ['/v1/embeddings', EMBEDDINGS],
] as const;

describe.each(CALLS)('an error with status 200 at %s', (path, asked) => {
  it.each<[string, Says, object, string]>([
    ['in a body', { body: OVERLOADED }, {}, 'overloaded_error'],
    ['in a body of a number', { body: LIMITED }, {}, 'error_429'],
    ['in a body in place of a stream', { body: OVERLOADED }, { stream: true }, 'overloaded_error'],
    [
      'in a stream',
      { body: `data: ${OVERLOADED}\n\n`, type: 'text/event-stream' },
      { stream: true },
      'overloaded_error',
    ],
  ])('%s failed by its own statement, and has no cost', async (_, says, more, kind) => {
    const { ask, row } = await open(says);
    expect(await ask(path, { ...asked, ...more })).toMatchObject({ status: 200, text: says.body });
    expect(row()).toEqual({ status: 'failed', kind, output: 'none', usage: 'none', cost: '0' });
  });
});

it('errors with status 200 use nothing of a budget', async () => {
  const governance = { limits: [{ id: 'day', node: 'organization', budget_usd: 0.05, per: 'day' }] } as const;
  const { ask, governor } = await open({ body: OVERLOADED }, { governance });
  const statuses: number[] = [];
  for (let call = 0; call < 6; call += 1) statuses.push((await ask('/v1/messages', MESSAGES)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  await expect.poll(() => governor?.figures.settled.nano_usd).toBe(0);
});

it('an error after text is charged by the written text', async () => {
  const start = { type: 'message_start', message: { model: 'm', usage: { input_tokens: 1_000, output_tokens: 1 } } };
  const delta = { type: 'content_block_delta', delta: { type: 'text_delta', text: 'x'.repeat(40) } };
  const body = stream(start, delta, JSON.parse(OVERLOADED) as object);
  const { ask, row } = await open({ body, type: 'text/event-stream' });
  await ask('/v1/messages', { ...MESSAGES, stream: true });
  // 1,000 tokens at 1 USD and 10 tokens at 5 USD per million.
  expect(row()).toEqual({
    status: 'failed',
    kind: 'overloaded_error',
    output: 'partial',
    usage: 'gateway',
    cost: '1050000',
  });
});

it.each<[string, string, object, Says, object]>([
  [
    'queued',
    '/v1/responses',
    RESPONSES,
    { body: JSON.stringify({ object: 'response', status: 'queued', output: [], usage: null }) },
    { status: 'partial', kind: 'answer_unfinished', output: 'none', usage: 'none', cost: 'unpriced' },
  ],
  [
    'half a stream with an end',
    '/v1/chat/completions',
    { ...CHAT, stream: true },
    {
      body: stream({ choices: [{ index: 0, delta: { content: 'half an ans' }, finish_reason: null }] }, '[DONE]'),
      type: 'text/event-stream',
    },
    { status: 'partial', kind: 'answer_cut_off', output: 'partial', usage: 'gateway' },
  ],
  [
    'a page',
    '/v1/messages',
    MESSAGES,
    { body: '<html>Log in</html>', type: 'text/html' },
    { status: 'failed', kind: 'answer_unreadable', output: 'none', usage: 'none', cost: 'unpriced' },
  ],
  [
    'an unknown coding',
    '/v1/messages',
    MESSAGES,
    { body: gzipSync('{}'), coding: 'compress' },
    { status: 'succeeded', kind: undefined, output: 'complete', usage: 'none', cost: 'unpriced' },
  ],
  [
    'a body after a byte order mark',
    '/v1/messages',
    MESSAGES,
    { body: `\ufeff${JSON.stringify({ content: [], usage: { input_tokens: 1_000, output_tokens: 100 } })}` },
    { status: 'succeeded', kind: undefined, output: 'complete', usage: 'provider', cost: '1500000' },
  ],
])('%s has its row, without a better classification', async (_, path, asked, says, row) => {
  const opened = await open(says);
  expect((await opened.ask(path, asked)).status).toBe(200);
  expect(opened.row()).toMatchObject(row);
});

describe('the cache stores nothing', () => {
  it.each<[string, string, object, Says]>([
    ['of an error', '/v1/messages', MESSAGES, { body: OVERLOADED }],
    ['of a list with an error', '/v1/chat/completions', CHAT, { body: `[${LIMITED}]` }],
    ['of another form', '/v1/embeddings', EMBEDDINGS, { body: '{"id":"x"}' }],
    [
      'of a choice that failed',
      '/v1/chat/completions',
      CHAT,
      { body: JSON.stringify({ choices: [{ finish_reason: 'error', message: { content: 'Hal' } }] }) },
    ],
    [
      'of half a stream',
      '/v1/chat/completions',
      { ...CHAT, stream: true },
      {
        body: stream({ choices: [{ index: 0, delta: { content: 'half' } }] }, '[DONE]'),
        type: 'text/event-stream',
      },
    ],
    [
      'of an unfinished answer',
      '/v1/responses',
      RESPONSES,
      { body: JSON.stringify({ status: 'in_progress', output: [] }) },
    ],
  ])('%s', async (_, path, asked, says) => {
    const { ask, calls, stored } = await open(says, { cache: {} });
    for (let call = 0; call < 2; call += 1) expect((await ask(path, asked)).headers.get('x-tt-cache')).toBe('miss');
    expect([calls(), stored.held()]).toEqual([2, []]);
  });
});
