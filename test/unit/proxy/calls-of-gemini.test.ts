import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';

const GOOGLE = { name: 'google', wire: 'google', models: ['gemini-*', 'tunedModels/*'], priced_as: 'google' } as const;
const ASK = { contents: [{ role: 'user', parts: [{ text: 'Hello?' }] }] };
const USED = { promptTokenCount: 1_000, candidatesTokenCount: 100, totalTokenCount: 1_100 };
const ANSWER = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Hello.' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: USED,
  modelVersion: 'gemini-2.5-flash',
};
const FLASH = '/v1beta/models/gemini-2.5-flash';

interface Sent {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** Opens a gateway in front of a provider with this answer, and records its requests. */
async function open(answer: (response: ServerResponse, sent: Sent) => void, options: Partial<GatewayOptions> = {}) {
  const sent: Sent[] = [];
  const provider: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url, headers } = request;
      const one = { url, headers, body: Buffer.concat(chunks).toString() };
      sent.push(one);
      answer(response, one);
    });
  };
  const opened = await openGatewayWorld({ provider, providers: [GOOGLE], ...options });
  world = opened;
  return { at: opened, sent, token: await opened.mint() };
}

const json = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ANSWER));
};

function post(at: GatewayWorld, path: string, key: string | undefined, body: unknown = ASK, more: object = {}) {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'x-goog-api-key': key }), ...more };
  return fetch(`${at.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function errorOf(answer: Response): Promise<{ code: number; status: string; reason: string; message: string }> {
  const { error } = (await answer.json()) as {
    error: { code: number; status: string; message: string; details: readonly { reason: string }[] };
  };
  const { code, status, message, details } = error;
  return { code, status, reason: details[0]?.reason ?? '', message };
}

describe('a call of generateContent', () => {
  it('reaches the provider at its path, with the operator’s key', async () => {
    const { at, sent, token } = await open(json);
    const more = { 'x-goog-api-client': 'google-genai-sdk/2.32.0', 'x-goog-user-project': 'mine' };
    const answer = await post(at, `${FLASH}:generateContent`, token, ASK, more);
    expect([answer.status, answer.headers.get('x-tt-cost-usd')]).toEqual([200, '0.00055']);
    expect(await answer.json()).toEqual(ANSWER);
    const [one] = sent;
    expect([one?.url, one?.headers['x-goog-api-key'], one?.headers['x-goog-api-client']]).toEqual([
      `${FLASH}:generateContent`,
      'provider-key',
      'google-genai-sdk/2.32.0',
    ]);
    expect([one?.headers['x-goog-user-project'], one?.body]).toEqual([undefined, JSON.stringify(ASK)]);
    const admitted = at.rows().find((row) => row.event === 'request_admitted');
    expect(admitted).toMatchObject({ dimensions: { key: 'kid_1', step_class: 'user_turn' } });
  });

  it('of a tuned model is sent to the path of that model', async () => {
    const { at, sent, token } = await open(json);
    expect((await post(at, '/v1beta/tunedModels/mine-1:generateContent', token)).status).toBe(200);
    expect(sent.map(({ url }) => url)).toEqual(['/v1beta/tunedModels/mine-1:generateContent']);
  });

  it.each([
    ['a key in the address', `${FLASH}:generateContent?key=AIzaSecret`, 400, 'KEY_IN_QUERY'],
    ['a mask of fields', `${FLASH}:generateContent?fields=candidates`, 400, 'QUERY_NOT_SUPPORTED'],
    ['a slash in the name', '/v1beta/models/google/gemini-2.5-flash:generateContent', 400, 'INVALID_MODEL_NAME'],
    ['an escape from the path', '/v1beta/models/..%2f..%2ffiles:generateContent', 400, 'INVALID_MODEL_NAME'],
    ['a name without end', `/v1beta/models/${'a'.repeat(8_000)}:generateContent`, 400, 'INVALID_MODEL_NAME'],
    ['another method', `${FLASH}:embedContent`, 404, 'NOT_FOUND_ERROR'],
    ['nothing', '/v1beta/', 404, 'NOT_FOUND_ERROR'],
    ['an unknown model', '/v1beta/models/llama-4:generateContent', 404, 'NOT_FOUND_ERROR'],
  ])('with %s is refused in the form of Google', async (_, path, status, reason) => {
    const { at, sent, token } = await open(json);
    const answer = await post(at, path, token);
    const error = await errorOf(answer);
    expect([answer.status, error.code, error.reason]).toEqual([status, status, reason]);
    expect(error.message).not.toMatch(/AIza|aaaa|files/);
    expect(sent).toEqual([]);
    expect(JSON.stringify(at.rows())).not.toContain('AIza');
  });

  it.each<[string, unknown, number, string]>([
    ['a model in the body', { ...ASK, model: 'models/gemini-2.5-pro' }, 400, 'MODEL_IN_BODY'],
    ['two caps', { ...ASK, generationConfig: {}, generation_config: {} }, 400, 'MEMBER_SPELLED_TWICE'],
    ['a known name in another letter case', { ...ASK, GenerationConfig: {} }, 400, 'INVALID_REQUEST_ERROR'],
    ['a list', [ASK], 400, 'INVALID_REQUEST_ERROR'],
    ['an invalid stream', { ...ASK, stream: 'yes' }, 400, 'INVALID_REQUEST_ERROR'],
  ])('whose body has %s is refused, with its row', async (_, body, status, reason) => {
    const { at, sent, token } = await open(json);
    const answer = await post(at, `${FLASH}:generateContent`, token, body);
    expect([answer.status, (await errorOf(answer)).reason]).toEqual([status, reason]);
    expect(sent).toEqual([]);
    expect(at.rows().map((row) => (row.event === 'request_terminal' ? row.status : row.event))).toContain('refused');
  });

  it('without a key, by another method or out of scope is refused in the form of Google', async () => {
    const { at } = await open(json);
    const unsigned = await post(at, `${FLASH}:generateContent`, undefined);
    expect([unsigned.status, await errorOf(unsigned)]).toMatchObject([401, { status: 'UNAUTHENTICATED' }]);
    expect(unsigned.headers.get('x-tt-refusal-type')).toBe('invalid_key');
    const got = await fetch(`${at.origin}${FLASH}:generateContent`);
    expect([got.status, (await errorOf(got)).message]).toEqual([
      405,
      '/v1beta/models/{model}:generateContent does not accept this method. Use POST.',
    ]);
    const narrow = await at.mint({ scopes: { endpoints: ['messages'] } });
    expect(await errorOf(await post(at, `${FLASH}:generateContent`, narrow))).toMatchObject({
      code: 403,
      status: 'PERMISSION_DENIED',
      reason: 'SCOPE_VIOLATION',
    });
    const other = await at.mint({ scopes: { models: ['gemini-2.5-pro'] } });
    expect((await post(at, `${FLASH}:generateContent`, other)).status).toBe(403);
  });

  it('does not affect the list of models and other protocols', async () => {
    const { at, token } = await open(json);
    const headers = { 'x-goog-api-key': token };
    expect((await fetch(`${at.origin}/v1/models/gemini-2.5-flash`, { headers })).status).toBe(200);
    const refused = await post(at, '/v1/messages', 'nobody', {});
    expect(await refused.json()).toMatchObject({ type: 'error', error: { type: 'invalid_key', param: null } });
  });
});

describe('a stream of generateContent as a JSON list', () => {
  const first = { candidates: [{ content: { parts: [{ text: 'Hel' }] }, index: 0 }], usageMetadata: {} };
  const last = { ...ANSWER, candidates: [{ content: { parts: [{ text: 'lo.' }] }, finishReason: 'STOP', index: 0 }] };

  it('is passed on as it arrives, and counted by its last item', async () => {
    let goOn: () => void = () => undefined;
    const { at, token } = await open((response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' });
      response.write(`[${JSON.stringify(first)}`);
      goOn = () => response.end(`,\r\n${JSON.stringify(last)}]`);
    });
    const answer = await post(at, `${FLASH}:streamGenerateContent`, token);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const text = async (): Promise<string> => Buffer.from((await reader.read()).value ?? []).toString();
    // The provider has not ended the answer.
    expect(await text()).toBe(`[${JSON.stringify(first)}`);
    goOn();
    let rest = '';
    for (let piece = await text(); piece !== ''; piece = await text()) rest += piece;
    expect(rest).toBe(`,\r\n${JSON.stringify(last)}]`);
    await expect.poll(() => at.rows().at(-1)?.event).toBe('request_terminal');
    expect(at.rows().find((row) => row.event === 'attempt')).toMatchObject({ input_tokens: 1_000, output_tokens: 100 });
    expect(at.rows().at(-1)).toMatchObject({ status: 'succeeded', streaming: true });
  });

  it('with an error is failed, and sent to another provider', async () => {
    let calls = 0;
    const { at, token, sent } = await open(
      (response) => {
        calls += 1;
        response.writeHead(200, { 'content-type': 'application/json' });
        const error = { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' };
        response.end(JSON.stringify(calls === 1 ? [{ error: { ...error, code: 429 } }] : [first, last]));
      },
      { providers: [GOOGLE, { ...GOOGLE, name: 'other' }], routing: { retries: { attempts: 2, within: '5s' } } },
    );
    const answer = await post(at, `${FLASH}:streamGenerateContent`, token);
    expect(await answer.json()).toEqual([first, last]);
    expect(answer.headers.get('x-tt-attempts')).toContain('other/gemini-2.5-flash');
    expect(sent.map(({ url }) => url)).toEqual([`${FLASH}:streamGenerateContent`, `${FLASH}:streamGenerateContent`]);
  });

  it('hides the operator’s key in an error', async () => {
    const { at, token } = await open((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`[${JSON.stringify(first)},`);
      response.end(`{"error":{"code":400,"message":"API key provider-key is bad.","status":"INVALID_ARGUMENT"}}]`);
    });
    const answer = await post(at, `${FLASH}:streamGenerateContent`, token);
    expect(await answer.text()).not.toContain('provider-key');
  });
});

describe('a routed call of generateContent', () => {
  it('is sent to the model of its tier, at that model’s path', async () => {
    const { at, sent, token } = await open(json, {
      mode: 'route',
      routing: { tiers: [{ name: 'simple', model: 'gemini-2.5-flash-lite' }], default_tier: 'simple' },
    });
    const answer = await post(at, '/v1/models/gemini-2.5-pro:streamGenerateContent?alt=sse', token);
    expect(answer.headers.get('x-tt-model-rewrite')).toBe('gemini-2.5-pro->gemini-2.5-flash-lite');
    await answer.text();
    await post(at, '/v1beta/models/gemini-2.5-pro:countTokens', token);
    expect(sent.map(({ url, body }) => [url, body])).toEqual([
      ['/v1/models/gemini-2.5-flash-lite:streamGenerateContent?alt=sse', JSON.stringify(ASK)],
      ['/v1beta/models/gemini-2.5-flash-lite:countTokens', JSON.stringify(ASK)],
    ]);
  });
});

describe('the cache', () => {
  it('repeats the answer to a call of generateContent, and not that of another path', async () => {
    const { at, sent, token } = await open(json, { cache: { rules: [{ id: 'all', kind: 'normalized' }] } });
    const status = async (path: string, body: unknown = ASK): Promise<string | null> =>
      (await post(at, path, token, body)).headers.get('x-tt-cache');
    expect(await status(`${FLASH}:generateContent`)).toBe('miss');
    await expect.poll(() => status(`${FLASH}:generateContent`)).toBe('hit');
    const spaced = { contents: [{ parts: [{ text: ' Hello? ' }], role: 'user' }], labels: { team: 'x' } };
    expect(await status(`${FLASH}:generateContent`, spaced)).toBe('hit');
    expect(await status('/v1beta/models/gemini-2.5-pro:generateContent')).toBe('miss');
    expect(await status('/v1/models/gemini-2.5-flash:generateContent')).toBe('miss');
    for (const more of [{ cachedContent: 'cachedContents/1' }, { tools: [{ googleSearch: {} }] }])
      expect(await status(`${FLASH}:generateContent`, { ...ASK, ...more })).toBeNull();
    expect(sent.length).toBeGreaterThanOrEqual(5);
  });
});
