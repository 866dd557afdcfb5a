import type { IncomingMessage, ServerResponse } from 'node:http';
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
  readonly status?: number;
  readonly body: string | Buffer;
  /** The size of each piece in bytes; the answer is sent in one piece if absent. */
  readonly pieces?: number;
  readonly headers?: Record<string, string>;
}

const STREAM = { 'content-type': 'text/event-stream' };
const MESSAGE = JSON.stringify({ type: 'message', content: [], usage: { input_tokens: 10, output_tokens: 5 } });
const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] };
const FIRST = { name: 'first', wire: 'anthropic', models: ['claude-*'], priced_as: 'anthropic' } as const;
const BOTH = { providers: [FIRST, { ...FIRST, name: 'second' }], routing: { retries: { attempts: 2 } } } as const;

/** Opens a gateway in front of a provider with these answers in order. The provider's key is `provider-key`. */
async function open(says: Says[], options: Partial<GatewayOptions> = {}) {
  const provider = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    request.on('end', () => {
      const { status = 200, body, pieces = Infinity, headers } = says.shift() ?? { body: MESSAGE };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      const bytes = Buffer.from(body);
      for (let at = 0; at < bytes.length; at += Math.min(pieces, bytes.length))
        response.write(bytes.subarray(at, Math.min(bytes.length, at + pieces)));
      response.end();
    });
  };
  const opened = await openGatewayWorld({ provider, providers: [FIRST], ...options });
  world = opened;
  const token = await opened.mint({ allowsPassthrough: true });
  return {
    ...opened,
    ask: async (more: object = {}, headers: Record<string, string> = {}, path = '/v1/messages') => {
      const answer = await fetch(`${opened.origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...ASK, ...more }),
      });
      const { status, headers: got } = answer;
      return {
        status,
        source: got.get('x-tt-error-source'),
        tries: got.get('x-tt-attempts'),
        headers: got,
        text: await answer.text(),
      };
    },
    endings: () =>
      opened.rows().flatMap((row) => (row.event === 'request_terminal' ? [[row.status, row.terminal_kind]] : [])),
    nanos: () => opened.rows().flatMap((row) => (row.event === 'cost_effect' ? [row.nanos] : [])),
  };
}

const OVERLOADED = JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
const refused = (text: string): string => JSON.stringify({ error: { type: 'x', message: text } });

describe('an error with status 200 before processing', () => {
  const RETRIED = '"first/claude-haiku-4-5";status=200;error="overloaded_error", "second/claude-haiku-4-5";status=200';

  it.each<[string, Says, object]>([
    ['in a body', { body: OVERLOADED }, {}],
    ['in a body in pieces', { body: OVERLOADED, pieces: 7 }, {}],
    ['in a body that is compressed', { body: gzipSync(OVERLOADED), headers: { 'content-encoding': 'gzip' } }, {}],
    ['in a body in place of a stream', { body: OVERLOADED }, { stream: true }],
    [
      'as the first event of a stream',
      { body: `event: error\ndata: ${OVERLOADED}\n\n`, headers: STREAM },
      { stream: true },
    ],
    [
      'as an event in pieces',
      { body: `event: error\ndata: ${OVERLOADED}\n\n`, headers: STREAM, pieces: 9 },
      { stream: true },
    ],
    ['after a ping', { body: `data: {"type":"ping"}\n\ndata: ${OVERLOADED}\n\n`, headers: STREAM }, { stream: true }],
  ])('is sent to another provider: %s', async (_, says, more) => {
    const { ask, nanos, endings, retried } = await open([says], BOTH);
    expect(await ask(more)).toMatchObject({ status: 200, tries: RETRIED, source: null, text: MESSAGE });
    expect([nanos(), endings(), retried()]).toEqual([['0', '35000'], [['succeeded', undefined]], ['http_529']]);
  });

  it.each<[string, Says, object]>([
    ['an error of a call that may have taken effect', { body: refused('x') }, {}],
    [
      'an error after the beginning of an answer',
      { body: `data: {"type":"message_start","message":{}}\n\ndata: ${OVERLOADED}\n\n`, headers: STREAM },
      { stream: true },
    ],
    [
      'an error after a keep-alive event',
      { body: `: working\n\ndata: ${OVERLOADED}\n\n`, headers: STREAM, pieces: 11 },
      { stream: true },
    ],
  ])('is the only case of a retry: %s', async (_, says, more) => {
    const { ask, retried } = await open([says], BOTH);
    expect(await ask(more)).toMatchObject({ status: 200, tries: null, text: says.body });
    expect(retried()).toEqual([]);
  });

  it('is returned to its caller if no other provider answers', async () => {
    const { ask, endings } = await open([{ body: OVERLOADED }, { body: OVERLOADED }], BOTH);
    expect(await ask()).toMatchObject({ status: 200, source: 'provider', text: OVERLOADED });
    expect(endings()).toEqual([['failed', 'overloaded_error']]);
  });

  it('lets an answering stream continue with its first event', async () => {
    const body = `data: {"type":"ping"}\n\ndata: {"type":"message_start","message":{}}\n\ndata: {"type":"message_stop"}\n\n`;
    const { ask } = await open([{ body, headers: STREAM, pieces: 5 }], BOTH);
    expect(await ask({ stream: true })).toMatchObject({ status: 200, tries: null, text: body });
  });
});

describe('an error names its source', () => {
  it.each([400, 403, 404, 429, 500, 529])(
    'of a provider with the status %i does not change, and is marked',
    async (status) => {
      const body = refused('No.');
      const { ask } = await open([{ status, body, headers: { 'x-ratelimit-limit-requests': '7' } }]);
      const got = await ask();
      expect([got.status, got.source, got.text]).toEqual([status, 'provider', body]);
      expect(got.headers.get('x-ratelimit-limit-requests')).toBe('7');
    },
  );

  it('of the gateway states this, and for an unreachable provider names the provider', async () => {
    const away = { ...FIRST, name: 'away', base_url: 'http://127.0.0.1:1' } as const;
    const { ask, origin } = await open([], { providers: [away] });
    expect(await ask()).toMatchObject({ status: 502, source: 'provider' });
    expect(await ask({ model: 'none' })).toMatchObject({ status: 404, source: 'gateway' });
    expect((await fetch(`${origin}/v1/nothing`)).headers.get('x-tt-error-source')).toBe('gateway');
  });

  it('and an answer has no such mark', async () => {
    expect((await (await open([])).ask()).source).toBeNull();
  });
});

describe('the operator’s key', () => {
  const TEXT = 'Incorrect API key provided: provid**-key. Find yours at https://example.com.';

  it('is a 502 after a refusal that names whom to contact, without text of the provider', async () => {
    const { ask, endings } = await open([{ status: 401, body: refused(TEXT), headers: { 'www-authenticate': 'x' } }]);
    const got = await ask();
    expect([got.status, got.source, (JSON.parse(got.text) as { error: object }).error]).toEqual([
      502,
      'provider',
      {
        type: 'api_error',
        code: 'provider_key_refused',
        param: null,
        message:
          'The provider rejected the key of this gateway (status 401). Ask the operator of the gateway to correct it.',
      },
    ]);
    expect(endings()).toEqual([['failed', 'http_401']]);
  });

  it.each<[string, Says]>([
    ['a body', { status: 403, body: refused(TEXT) }],
    ['a body in pieces', { status: 403, body: refused(TEXT), pieces: 1 }],
    ['a body of blanks first', { status: 403, body: `\n\n${refused(TEXT)}`, pieces: 2 }],
    ['a stream', { status: 403, body: `data: ${refused(TEXT)}\n\n`, headers: STREAM }],
    [
      'a body that is compressed',
      { status: 403, body: gzipSync(refused(TEXT)), headers: { 'content-encoding': 'gzip' } },
    ],
    [
      'a body that cannot be read',
      { status: 403, body: gzipSync(refused(TEXT)), headers: { 'content-encoding': 'x' } },
    ],
    ['a body that is too long', { status: 403, body: refused(`${TEXT}${'x'.repeat(2_000_000)}`) }],
    ['a header', { status: 403, body: refused('No.'), headers: { 'openai-note': TEXT } }],
    ['an error with status 200', { body: refused(TEXT) }],
    ['an error with status 200 in a stream', { body: `data: ${refused(TEXT)}\n\n`, headers: STREAM }],
  ])('is hidden in %s', async (_, says) => {
    const { ask } = await open([says]);
    const got = await ask();
    const all = got.text + JSON.stringify([...got.headers]);
    expect(all).not.toMatch(/provid\*|-key/);
    expect(got.status).toBe(says.status ?? 200);
    if (got.headers.get('content-encoding') === null && !got.text.startsWith('data:'))
      expect(() => JSON.parse(got.text) as unknown).not.toThrow();
  });

  const ANSWERING = 'data: {"type":"message_start","message":{}}\n\n';
  const ERROR = `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'x', message: `provider-key ${TEXT}` } })}\n\n`;

  it.each([
    ...[1, 3, 8, 20, 60, 100].map((pieces) => ['first', ERROR, pieces] as const),
    ...[1, 7, 45, 64, 110].map((pieces) => ['behind an answer', ANSWERING + ERROR, pieces] as const),
    ...[5, 50].map(
      (pieces) => ['with other ends of lines', (ANSWERING + ERROR).replaceAll('\n', '\r\n'), pieces] as const,
    ),
    ...[4, 90].map((pieces) => ['without an end', ANSWERING + ERROR.trimEnd(), pieces] as const),
    ...[6, 70].map((pieces) => ['before another', `${ERROR}${ERROR}`, pieces] as const),
  ])('is hidden in an event of a stream in pieces: %s', async (_, body, pieces) => {
    const { ask } = await open([{ body, headers: STREAM, pieces }]);
    const { text } = await ask({ stream: true });
    expect(text).not.toMatch(/provid\*|-key/);
    expect(text.replace(/\*+/g, '*')).toBe(
      body.replaceAll('provider-key', '*').replaceAll('provid**-key', '*').replace(/\*+/g, '*'),
    );
    expect(text).toHaveLength(body.length);
  });

  it('is the only change of a stream', async () => {
    const body = `${ANSWERING}data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"a key, an error"}}\n\ndata: {"type":"message_stop"}\n\n`;
    for (const pieces of [1, 13, 60, 1_000]) {
      const { ask } = await open([{ body, headers: STREAM, pieces }]);
      expect((await ask({ stream: true })).text).toBe(body);
      await world?.close();
      world = undefined;
    }
  });

  it('does not appear in the answer to a count of tokens', async () => {
    const { ask } = await open([
      { status: 401, body: refused(TEXT) },
      { status: 403, body: refused(TEXT) },
    ]);
    expect(await ask({}, {}, '/v1/messages/count_tokens')).toMatchObject({ status: 502, source: 'provider' });
    const got = await ask({}, {}, '/v1/messages/count_tokens');
    expect([got.status, got.source, /-key/.test(got.text)]).toEqual([403, 'provider', false]);
  });

  it('is not a caller’s own key, whose errors do not change', async () => {
    const says = [
      { status: 401, body: refused(TEXT) },
      { status: 401, body: `data: ${refused(TEXT)}\n\n`, headers: STREAM },
    ];
    const bodies = says.map(({ body }) => body);
    const { ask } = await open(says);
    for (const body of bodies)
      expect(await ask({}, { 'x-api-key': 'sk-of-caller' })).toMatchObject({
        status: 401,
        source: 'provider',
        text: body,
      });
  });
});
