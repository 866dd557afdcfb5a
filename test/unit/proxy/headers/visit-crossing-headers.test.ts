import { connect } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const USAGE = { input_tokens: 1, output_tokens: 1 };
const ANSWER = JSON.stringify({
  id: 'msg_1',
  type: 'message',
  content: [{ type: 'text', text: 'Yes.' }],
  usage: USAGE,
});
const ASKED = JSON.stringify({
  model: 'claude-haiku-4-5',
  max_tokens: 10,
  messages: [{ role: 'user', content: 'Is it?' }],
});

interface Place {
  readonly world: GatewayWorld;
  /** The headers of each request at the provider: names in lower case, and values. */
  readonly sent: (readonly (readonly [string, string])[])[];
}

async function open(
  options: Partial<GatewayOptions> = {},
  answer: (request: IncomingMessage, response: ServerResponse) => void = answering({}),
): Promise<Place> {
  const sent: [string, string][][] = [];
  const world = await openGatewayWorld({
    provider: (request, response) => {
      const raw = request.rawHeaders;
      sent.push(
        raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ''] as [string, string]] : [])),
      );
      request.resume().on('end', () => answer(request, response));
    },
    ...options,
  });
  onTestFinished(() => world.close());
  return { world, sent };
}

function answering(headers: Record<string, string | string[]>) {
  return (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(ANSWER);
  };
}

/** Sends unchanged bytes, and returns all received bytes until the gateway ends the connection. */
async function speak(origin: string, lines: readonly string[], body = ASKED): Promise<string> {
  const { hostname, port } = new URL(origin);
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const head = ['POST /v1/messages HTTP/1.1', `host: ${hostname}`, ...lines, length, 'connection: close'].join('\r\n');
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(`${head}\r\n\r\n${body}`, 'latin1')));
    socket.setEncoding('latin1');
    socket.on('data', (text) => (received += String(text)));
    socket.on('end', () => resolve(received)).on('error', reject);
  });
}

function ask(origin: string, token: string, headers: Record<string, string> = {}, body = ASKED): Promise<Response> {
  return fetch(`${origin}/v1/messages`, { method: 'POST', headers: { 'x-api-key': token, ...headers }, body });
}

describe('a request', () => {
  it('declares JSON to the provider, for any media type', async () => {
    const { world, sent } = await open();
    const token = await world.mint();
    const types = [
      'application/json; charset=utf-8',
      'application/json;charset=us-ascii',
      'text/plain',
      'multipart/form-data',
    ];
    for (const type of types) expect((await ask(world.origin, token, { 'content-type': type })).status).toBe(200);
    const lines = [`x-api-key: ${token}`, 'Content-Type: a/b', 'content-type: c/d', 'Connection: content-type'];
    expect(await speak(world.origin, lines)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const contentHeaders = sent.map((headers) => headers.filter(([name]) => name.startsWith('content-')));
    const json = ['content-type', 'application/json'];
    expect(contentHeaders).toEqual(Array.from({ length: 5 }, () => [json, ['content-length', String(ASKED.length)]]));
  });

  it('reveals nothing about its caller to the provider', async () => {
    const { world, sent } = await open();
    const token = await world.mint();
    const callerHeaders = {
      ...{
        cookie: 'session=secret',
        forwarded: 'for=10.0.0.1',
        'x-forwarded-for': '10.0.0.1',
        'x-real-ip': '10.0.0.1',
      },
      ...{
        'cf-connecting-ip': '10.0.0.1',
        'x-amz-security-token': 'secret',
        'x-auth-token': 'secret',
        via: '1.1 secret',
      },
      ...{ 'openai-organization': 'secret', 'anthropic-workspace-id': 'secret', 'x-portkey-config': 'secret' },
    };
    expect((await ask(world.origin, token, callerHeaders)).status).toBe(200);
    expect(sent[0]?.filter(([, value]) => /secret|10\.0\.0\.1/.test(value))).toEqual([]);
  });

  it('names an organization only with its own key', async () => {
    const { world, sent } = await open();
    const plain = await world.mint();
    const bringing = await world.mint({ allowsPassthrough: true });
    const organization = { 'anthropic-organization-id': 'org-1' };
    const key = { 'x-api-key': 'sk-of-caller' };
    for (const [token, headers] of [
      [plain, organization],
      [bringing, organization],
      [plain, { ...organization, ...key }],
      [bringing, { ...organization, ...key }],
    ] as const) {
      const answer = await fetch(`${world.origin}/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, ...headers },
        body: ASKED,
      });
      expect(answer.status).toBe(200);
    }
    const names = sent.map((headers) => headers.some(([name]) => name === 'anthropic-organization-id'));
    expect(names).toEqual([false, false, false, true]);
  });

  it.each<[string, readonly string[], readonly (readonly [string, string])[]]>([
    ['bytes beyond ASCII', ['user-agent: caf\xe9 \xff'], [['user-agent', 'caf\xe9 \xff']]],
    ['a tab', ['user-agent: a\tb'], [['user-agent', 'a\tb']]],
    ['an empty value', ['anthropic-beta:'], [['anthropic-beta', '']]],
    [
      'one name twice',
      ['anthropic-beta: a', 'Anthropic-Beta: b'],
      [
        ['anthropic-beta', 'a'],
        ['anthropic-beta', 'b'],
      ],
    ],
  ])('is passed on with %s', async (_, lines, expected) => {
    const { world, sent } = await open();
    const token = await world.mint();
    expect(await speak(world.origin, [`x-api-key: ${token}`, ...lines])).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(sent[0]?.filter(([name]) => name === 'user-agent' || name === 'anthropic-beta')).toEqual(expected);
  });

  it.each<[string, string]>([
    ['a line break alone', 'user-agent: a\nx-injected: b'],
    ['a carriage return alone', 'user-agent: a\rx-injected: b'],
    ['a NUL', 'user-agent: a\x00b'],
    ['a folded line', 'user-agent: a\r\n x-injected: b'],
    ['a blank before the colon', 'x-stainless-lang : js'],
    ['no name', ': x-injected'],
  ])('with %s injects nothing, and the gateway continues', async (_, line) => {
    const { world, sent } = await open();
    const token = await world.mint();
    const received = await speak(world.origin, [`x-api-key: ${token}`, line]);
    expect(received).toMatch(/^HTTP\/1\.1 (?:200|400) /);
    expect(sent.flat().filter(([name]) => name === 'x-injected')).toEqual([]);
    expect((await ask(world.origin, token)).status).toBe(200);
  });
});

describe('an answer', () => {
  it('reveals nothing about the origin, the network and the account of the provider', async () => {
    const { world } = await open(
      {},
      answering({
        ...{ 'set-cookie': ['a=1', 'b=2'], 'strict-transport-security': 'max-age=1', 'alt-svc': 'h3=":443"' },
        ...{ 'access-control-allow-origin': '*', server: 's', via: '1.1 v', 'cf-ray': 'r', 'x-powered-by': 'p' },
        ...{ 'anthropic-organization-id': 'o', 'openai-organization': 'o', nel: 'n', 'report-to': 'n', location: '/x' },
        ...{ 'request-id': 'req_1', 'anthropic-ratelimit-requests-remaining': '9', 'retry-after': '3' },
      }),
    );
    const answer = await ask(world.origin, await world.mint());
    expect(
      Object.fromEntries(
        [...answer.headers].filter(
          ([name]) => !/^(?:x-tt-|connection|keep-alive|date|transfer|content-length)/.test(name),
        ),
      ),
    ).toEqual({
      'anthropic-ratelimit-requests-remaining': '9',
      ...{
        'content-type': 'application/json',
        'request-id': 'req_1',
        'retry-after': '3',
        'x-content-type-options': 'nosniff',
      },
    });
  });

  it.each<[string, string, string]>([
    ['bytes beyond ASCII', 'request-id: caf\xe9', 'request-id: caf\xe9'],
    ['UTF-8', 'request-id: caf\xc3\xa9', 'request-id: caf\xc3\xa9'],
  ])('is passed on with %s', async (_, line, expected) => {
    const { world } = await open({}, sayingRaw(line));
    expect(await speak(world.origin, [`x-api-key: ${await world.mint()}`])).toContain(`\r\n${expected}\r\n`);
  });

  it.each<[string, string]>([
    ['a control character', 'request-id: a\x01b'],
    ['a NUL', 'request-id: a\x00b'],
    ['a carriage return alone', 'request-id: a\rset-cookie: b'],
    ['a folded line', 'request-id: a\r\n set-cookie: b'],
  ])('with %s injects nothing, and the gateway continues', async (_, line) => {
    let isHostile = true;
    const { world } = await open({}, (request, response) =>
      (isHostile ? sayingRaw(line) : answering({}))(request, response),
    );
    const token = await world.mint();
    const received = await speak(world.origin, [`x-api-key: ${token}`]);
    expect(received).toMatch(/^HTTP\/1\.1 (?:200|502) /);
    expect(received).not.toMatch(/[\r\n]set-cookie/i);
    isHostile = false;
    expect((await ask(world.origin, token)).status).toBe(200);
  });

  it.each<[string, string, RequestInit, number]>([
    ['an error of the gateway', '/v1/messages', { method: 'POST', body: ASKED }, 401],
    ['an unknown path', '/v1/nothing', { method: 'POST', body: ASKED }, 404],
    ['the list of models', '/v1/models', {}, 200],
    ['liveness', '/healthz', {}, 200],
    ['readiness', '/readyz', {}, 200],
  ])('is never sniffed: %s', async (_, path, init, status) => {
    const { world } = await open();
    const headers = status === 401 ? {} : { 'x-api-key': await world.mint() };
    const answer = await fetch(`${world.origin}${path}`, { ...init, headers });
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([status, 'nosniff']);
  });
});

/** Answers with an unchanged line in its head. */
function sayingRaw(line: string) {
  return (request: IncomingMessage): void => {
    const head = ['HTTP/1.1 200 OK', 'content-type: application/json', `content-length: ${ANSWER.length}`, line].join(
      '\r\n',
    );
    request.socket.end(Buffer.from(`${head}\r\nconnection: close\r\n\r\n${ANSWER}`, 'latin1'));
  };
}

describe('headers that the configuration file adds', () => {
  it('are passed on only at their provider, in both directions', async () => {
    const providers = [
      { name: 'a', wire: 'anthropic', models: ['claude-*'], forward_headers: ['X-Title'], return_headers: ['x-cost'] },
      { name: 'b', wire: 'openai', models: ['gpt-5'] },
    ] as const;
    const { world, sent } = await open({ providers }, answering({ 'x-cost': '1', 'x-region': 'eu' }));
    const token = await world.mint();
    const one = await ask(world.origin, token, { 'x-title': 'T', 'x-route': 'r' });
    const body = JSON.stringify({ model: 'gpt-5', messages: [] });
    const other = await fetch(`${world.origin}/v1/chat/completions`, {
      ...{ method: 'POST', headers: { 'x-api-key': token, 'x-title': 'T' }, body },
    });
    expect([one, other].map(({ headers }) => [headers.get('x-cost'), headers.get('x-region')])).toEqual([
      ['1', null],
      [null, null],
    ]);
    expect(sent.map((headers) => headers.filter(([name]) => name.startsWith('x-')).map(([name]) => name))).toEqual([
      ['x-api-key', 'x-title'],
      [],
    ]);
  });
});

describe('the cache', () => {
  const providers = [
    { name: 'a', wire: 'anthropic', models: ['claude-*'], forward_headers: ['x-route'], priced_as: 'anthropic' },
  ] as const;
  const open_ = (): Promise<Place> => open({ cache: { enabled: true }, providers });

  async function resultsOf(
    world: GatewayWorld,
    token: string,
    each: readonly (readonly string[])[],
  ): Promise<string[]> {
    const results: string[] = [];
    for (const lines of each) {
      const received = await speak(world.origin, [`x-api-key: ${token}`, ...lines]);
      results.push(/\r\nx-tt-cache: (\w+)/.exec(received)?.[1] ?? 'none');
    }
    return results;
  }

  it('distinguishes requests by every sent header that may change the answer', async () => {
    const { world } = await open_();
    const token = await world.mint();
    const results = await resultsOf(world, token, [
      [],
      [],
      ['x-route: evil'],
      ['x-route: evil'],
      ['x-route: evil', 'x-route: good'],
      ['x-route: good', 'x-route: evil'],
      ['anthropic-beta: a'],
      ['anthropic-beta: a', 'anthropic-beta: b'],
      ['idempotency-key: k'],
      ['accept: text/event-stream'],
      [],
    ]);
    expect(results).toEqual(['miss', 'hit', 'miss', 'hit', ...Array<string>(6).fill('miss'), 'hit']);
  });

  it('ignores headers that are not sent, or that do not change the answer', async () => {
    const { world } = await open_();
    const token = await world.mint();
    const results = await resultsOf(world, token, [
      [],
      ['cookie: a=b'],
      ['x-portkey-config: c'],
      ['content-type: text/plain'],
      ['user-agent: a'],
      ['x-stainless-retry-count: 1'],
      ['traceparent: 00-1-2-01'],
      ['openai-organization: o'],
      ['connection: x-route', 'x-route: evil'],
    ]);
    expect(results).toEqual(['miss', ...Array<string>(8).fill('hit')]);
  });

  it.each<[string, readonly string[], string]>([
    ['off next to another header', ['x-tt-cache: refresh', 'x-tt-cache: off'], 'bypass'],
    ['off in a list', ['x-tt-cache: off, hit'], 'bypass'],
    ['off at the end of a list', ['x-tt-cache: hit,off'], 'bypass'],
    ['off in capitals', ['x-tt-cache: OFF'], 'bypass'],
    ['off among blanks', ['x-tt-cache:  \t Off ,'], 'bypass'],
    ['neither read nor written', ['x-tt-cache: refresh, no-store'], 'bypass'],
    ['refresh in capitals', ['x-tt-cache: Refresh'], 'bypass'],
    ['no mode', ['x-tt-cache: offer'], 'hit'],
    ['no mode in a list', ['x-tt-cache: hit, on'], 'hit'],
    ['none', ['x-tt-cache: none'], 'hit'],
  ])('gets %s', async (_, lines, result) => {
    const { world, sent } = await open_();
    const token = await world.mint();
    expect(await resultsOf(world, token, [[], lines, []])).toEqual(['miss', result, 'hit']);
    expect(sent.length).toBe(result === 'hit' ? 1 : 2);
  });

  it('stores nothing of a call with off in any position', async () => {
    const { world } = await open_();
    const token = await world.mint();
    const each = [
      ['x-tt-cache: refresh', 'x-tt-cache: off'],
      ['x-tt-cache: refresh,no-store'],
      ['x-tt-cache: OFF'],
      [],
    ];
    expect(await resultsOf(world, token, each)).toEqual(['bypass', 'bypass', 'bypass', 'miss']);
  });
});
