import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';

const CLAUDE = 'claude-haiku-4-5';
const MESSAGE = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: CLAUDE, stop_reason: 'end_turn' },
  content: [{ type: 'text', text: 'Hello' }],
  usage: { input_tokens: 1_000, output_tokens: 500 },
};
/** 1,000 and 500 tokens, at 1 and 5 USD per million. */
const COST = '0.0035';
const ASK = { model: CLAUDE, max_tokens: 10, messages: [{ role: 'user' as const, content: 'Hello' }] };
const EVENTS = [
  { type: 'message_start', message: { ...MESSAGE, content: [], usage: { input_tokens: 1_000, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 500 } },
  { type: 'message_stop' },
];

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function open(
  answer: (response: ServerResponse) => void,
  options: Partial<GatewayOptions> = {},
): Promise<GatewayWorld> {
  const provider: GatewayOptions['provider'] = (request, response) => {
    request.resume();
    request.on('end', () => answer(response));
  };
  world = await openGatewayWorld({ provider, ...options });
  return world;
}

function say(status: number, document: object): (response: ServerResponse) => void {
  return (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}

function stream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of EVENTS) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

/** Sends a request with Node's own client, which exposes trailers; resolves to the head. */
function ask(
  origin: string,
  token: string,
  { te = '', ...options }: RequestOptions & { te?: string } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const requestOptions = { method: 'POST', headers: { 'x-api-key': token, te }, ...options };
    const asking = httpRequest(`${origin}/v1/messages`, requestOptions, resolve);
    asking.on('error', reject);
    asking.end(JSON.stringify(ASK));
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return text;
}

/** The figures of an answer, in its head and in its trailers. */
async function figuresOf(answer: IncomingMessage): Promise<object> {
  await textOf(answer);
  const { headers, trailers } = answer;
  return { head: headers['x-tt-cost-usd'], announced: headers.trailer, trailers };
}

describe('the cost of a call', () => {
  it('is in the head of a message, for the client of Anthropic', async () => {
    const { origin, mint } = await open(say(200, MESSAGE));
    const client = new Anthropic({ apiKey: await mint(), baseURL: origin, maxRetries: 0 });
    const { data, response } = await client.messages.create(ASK).withResponse();
    expect([data.content, response.headers.get('x-tt-cost-usd')]).toEqual([MESSAGE.content, COST]);
  });

  it('is in the head of a completion, for the client of OpenAI', async () => {
    const usage = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
    const { origin, mint } = await open(say(200, { model: 'gpt-5-mini', choices: [], usage }));
    const client = new OpenAI({ apiKey: await mint(), baseURL: `${origin}/v1`, maxRetries: 0 });
    const { response } = await client.chat.completions.create({ model: 'gpt-5-mini', messages: [] }).withResponse();
    // 0.25 and 2 USD per million.
    expect(response.headers.get('x-tt-cost-usd')).toBe('0.00065');
  });

  it('is in the trailers of a stream on request, and the client of Anthropic is not affected', async () => {
    const { origin, mint } = await open(stream);
    const apiKey = await mint();
    const figures = await figuresOf(await ask(origin, apiKey, { te: 'trailers' }));
    expect(figures).toEqual({ head: undefined, announced: 'x-tt-cost-usd', trailers: { 'x-tt-cost-usd': COST } });
    const defaultHeaders = { te: 'trailers' };
    const client = new Anthropic({ apiKey, baseURL: origin, maxRetries: 0, defaultHeaders });
    expect((await client.messages.stream(ASK).finalMessage()).usage.output_tokens).toBe(500);
  });

  it('is not stated with a stream to other callers', async () => {
    const { origin, mint } = await open(stream);
    const figures = await figuresOf(await ask(origin, await mint(), { te: 'gzip;q=0.5' }));
    expect(figures).toEqual({ head: undefined, announced: undefined, trailers: {} });
  });

  it('is not stated with a stream over HTTP/1.0, whose body ends with its connection', async () => {
    const { origin, mint } = await open(stream);
    const { hostname, port } = new URL(origin);
    const body = JSON.stringify(ASK);
    const head = [
      'POST /v1/messages HTTP/1.0',
      'te: trailers',
      `x-api-key: ${await mint()}`,
      `content-length: ${body.length}`,
    ];
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`));
    let response = '';
    for await (const chunk of socket) response += String(chunk);
    expect([response.slice(0, 15), response.includes('x-tt-cost-usd'), response.includes('message_stop')]).toEqual([
      'HTTP/1.1 200 OK',
      false,
      true,
    ]);
  });

  it('is not stated if the usage is an estimate', async () => {
    const { origin, mint } = await open((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hi' } }] })}\n\ndata: [DONE]\n\n`,
      );
    });
    const token = await mint();
    const asked = { model: 'gpt-5-mini', messages: [], stream: true };
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const headers = { authorization: `Bearer ${token}`, te: 'trailers' };
      const asking = httpRequest(`${origin}/v1/chat/completions`, { method: 'POST', headers }, resolve);
      asking.end(JSON.stringify(asked));
    });
    expect(await figuresOf(answer)).toEqual({ head: undefined, announced: 'x-tt-cost-usd', trailers: {} });
  });

  it.each<[string, number, object, string | undefined]>([
    ['absent if the provider refused it', 429, { error: {} }, '0'],
    ['not stated if the provider failed', 500, { error: {} }, undefined],
    ['not stated if the price is unknown', 200, { ...MESSAGE, usage: undefined }, undefined],
  ])('is %s', async (_, status, document, cost) => {
    const { origin, mint } = await open(say(status, document));
    const answer = await ask(origin, await mint());
    expect([answer.statusCode, JSON.parse(await textOf(answer)), answer.headers['x-tt-cost-usd']]).toEqual([
      status,
      JSON.parse(JSON.stringify(document)),
      cost,
    ]);
  });

  it('is absent for a hit of the cache', async () => {
    const { origin, mint } = await open(say(200, MESSAGE), { cache: {} });
    const token = await mint();
    const costs: unknown[] = [];
    for (const expected of ['miss', 'hit']) {
      await expect
        .poll(async () => {
          const answer = await ask(origin, token);
          await textOf(answer);
          costs.push(answer.headers['x-tt-cost-usd']);
          return answer.headers['x-tt-cache'];
        })
        .toBe(expected);
    }
    expect([costs[0], costs.at(-1)]).toEqual([COST, '0']);
  });
});

describe('the gateway’s own time', () => {
  it.each([
    ['a message', say(200, MESSAGE)],
    ['a stream', stream],
  ])('of %s is stated without the time of the provider', async (_, answer) => {
    const opened = await open((response) => {
      opened.pass(60_000);
      answer(response);
    });
    const { headers } = await ask(opened.origin, await opened.mint());
    expect(headers['x-tt-added-ms']).toMatch(/^\d+(\.\d{1,2})?$/);
    expect(Number(headers['x-tt-added-ms'])).toBeGreaterThan(0);
    expect(Number(headers['x-tt-added-ms'])).toBeLessThan(30_000);
  });

  it('is stated for a hit', async () => {
    const { origin, mint } = await open(say(200, MESSAGE), { cache: {} });
    const token = await mint();
    let answer = await ask(origin, token);
    await expect
      .poll(async () => {
        await textOf(answer);
        answer = await ask(origin, token);
        return answer.headers['x-tt-cache'];
      })
      .toBe('hit');
    expect(Number(answer.headers['x-tt-added-ms'])).toBeGreaterThan(0);
  });
});

describe('an answer without a stream', () => {
  const TEXT = JSON.stringify(MESSAGE);

  it('in several pieces is equal, and has its cost', async () => {
    const { origin, mint, rows } = await open((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(TEXT.slice(0, 10), () => response.write(TEXT.slice(10, 30), () => response.end(TEXT.slice(30))));
    });
    const answer = await ask(origin, await mint());
    expect([await textOf(answer), answer.headers['x-tt-cost-usd']]).toEqual([TEXT, COST]);
    expect(rows().map(({ event }) => event)).toEqual([
      'request_admitted',
      'attempt',
      'cost_effect',
      'request_terminal',
    ]);
  });

  it('begins immediately if its provider sends blanks while it works', async () => {
    let held: ServerResponse | undefined;
    const { origin, mint } = await open((response) => {
      held = response;
      response.writeHead(200, { 'content-type': 'application/json' }).write('\n');
    });
    const answer = await ask(origin, await mint(), { te: 'trailers' });
    const first = await new Promise((resolve) => answer.once('data', resolve));
    held?.end(TEXT);
    expect([String(first), await textOf(answer)]).toEqual(['\n', TEXT]);
    expect([answer.headers['x-tt-cost-usd'], answer.trailers['x-tt-cost-usd']]).toEqual([undefined, COST]);
  });

  it('begins if it exceeds the buffer, and ends complete', async () => {
    const large = JSON.stringify({ ...MESSAGE, content: [{ type: 'text', text: 'x'.repeat(2_000_000) }] });
    let goOn: (() => void) | undefined;
    const { origin, mint } = await open((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': large.length });
      response.write(large.slice(0, 1_500_000));
      goOn = () => response.end(large.slice(1_500_000));
    });
    const answer = await ask(origin, await mint(), { te: 'trailers' });
    goOn?.();
    expect((await textOf(answer)) === large).toBe(true);
    // A body of known length has no trailers.
    expect([answer.headers['x-tt-cost-usd'], answer.headers.trailer, answer.trailers]).toEqual([
      undefined,
      undefined,
      {},
    ]);
  });

  it('begins if no memory is available, and releases its reservation', async () => {
    const text = JSON.stringify({ ...MESSAGE, content: [{ type: 'text', text: 'x'.repeat(600_000) }] });
    let goOn: (() => void) | undefined;
    const { origin, mint, bodies } = await open(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write(text.slice(0, 550_000));
        goOn = () => response.end(text.slice(550_000));
      },
      { maxBodyBytes: 500_000 },
    );
    const answer = await ask(origin, await mint(), { te: 'trailers' });
    goOn?.();
    expect((await textOf(answer)) === text).toBe(true);
    expect([answer.headers['x-tt-cost-usd'], answer.trailers['x-tt-cost-usd']]).toEqual([undefined, COST]);
    await expect.poll(() => bodies.bytes).toBe(0);
  });

  it('that is interrupted becomes an error, because none of it was sent', async () => {
    const { origin, mint, rows } = await open((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(TEXT.slice(0, 30), () => response.destroy());
    });
    const answer = await ask(origin, await mint());
    const { error } = JSON.parse(await textOf(answer)) as { error: { type: string } };
    expect([answer.statusCode, error.type, answer.headers['x-tt-cost-usd']]).toEqual([502, 'api_error', undefined]);
    expect(rows().at(-1)).toMatchObject({ status: 'partial', terminal_kind: 'answer_cut_off' });
  });

  it('is dropped if its caller disconnects before its end', async () => {
    let isGone = false;
    const { origin, mint, rows } = await open((response) => {
      response.on('close', () => (isGone = true));
      response.writeHead(200, { 'content-type': 'application/json' }).write(TEXT.slice(0, 30), () => agent.destroy());
    });
    const agent = new Agent();
    await expect(ask(origin, await mint(), { agent })).rejects.toThrow('socket hang up');
    await expect.poll(() => isGone).toBe(true);
    await expect.poll(() => rows().at(-1)).toMatchObject({ status: 'cancelled', terminal_kind: 'caller_gone' });
  });
});
