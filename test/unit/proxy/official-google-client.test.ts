import { ApiError, FunctionCallingConfigMode, GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { readAnswerBook } from '../../../providers/playback/answer-book.ts';
import type { PlannedFault } from '../../../providers/playback/fault-plan.ts';
import { createPlaybackApp } from '../../../providers/playback/playback-app.ts';
import { WORLD_NOW, openGatewayWorld, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';

const POEM = 'A poem of some length, so that it comes in several pieces.';
const WEATHER = { city: 'Bern', unit: 'celsius' };
const LINES = [
  { prompt: 'A poem', text: POEM, usage: { input_tokens: 1_000, output_tokens: 200 } },
  { prompt: 'The weather', structured: WEATHER, usage: { input_tokens: 80, output_tokens: 40 } },
];
const MODEL = 'gemini-2.5-flash';
const GOOGLE = { name: 'google', wire: 'google', models: ['gemini-*'], priced_as: 'google' } as const;
const FORECAST = {
  model: MODEL,
  contents: 'The weather',
  config: {
    tools: [
      {
        functionDeclarations: [
          {
            name: 'forecast',
            parametersJsonSchema: {
              type: 'object',
              properties: { city: { type: 'string' }, unit: { type: 'string' } },
            },
          },
        ],
      },
    ],
    toolConfig: {
      functionCallingConfig: { mode: FunctionCallingConfigMode.ANY, allowedFunctionNames: ['forecast'] },
    },
  },
};

let playback: ReturnType<typeof createPlaybackApp>;
let world: GatewayWorld;
let google: GoogleGenAI;
let rowsBefore = 0;

const clientOf = (apiKey: string): GoogleGenAI => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: world.origin } });

beforeAll(async () => {
  playback = createPlaybackApp({
    answers: readAnswerBook(LINES.map((line) => JSON.stringify(line)).join('\n')),
    plan: { latency_ms: 0, faults: [] },
    clock: { now: () => WORLD_NOW },
    wait: () => Promise.resolve(),
  });
  await playback.ready();
  world = await openGatewayWorld({
    provider: (request, response) => playback.routing(request, response),
    providers: [GOOGLE],
    governance: { limits: [{ id: 'poor', node: 'tag:purse=empty', budget_usd: 0.000_001, per: 'day' }] },
  });
  google = clientOf(await world.mint());
});
beforeEach(async () => {
  await plan();
  rowsBefore = journal().length;
});
afterAll(async () => {
  await world.close();
  await playback.close();
});

function plan(...faults: PlannedFault[]): Promise<unknown> {
  return playback.inject({ method: 'PUT', url: '/playback/plan', payload: { latency_ms: 0, faults } });
}

function journal(): TrafficEvent[] {
  try {
    return world.rows();
  } catch {
    // The journal has no file yet.
    return [];
  }
}

/** The members of the row of a test's only request. */
async function row() {
  await expect.poll(() => journal().slice(rowsBefore).at(-1)?.event).toBe('request_terminal');
  const rows = journal().slice(rowsBefore);
  const attempt = rows.find((event) => event.event === 'attempt');
  const cost = rows.find((event) => event.event === 'cost_effect');
  const terminal = rows.find((event) => event.event === 'request_terminal');
  return {
    status: terminal?.status,
    streaming: terminal?.streaming,
    source: attempt?.usage_source,
    tokens: [attempt?.input_tokens, attempt?.output_tokens],
    nanos: cost?.nanos,
    estimated: cost?.estimated,
  };
}

// 0.3 and 2.5 USD per million tokens.
const OF_POEM = {
  ...{ status: 'succeeded', source: 'provider' },
  ...{ tokens: [1_000, 200], nanos: '800000', estimated: false },
};

async function refusalOf(call: Promise<unknown>): Promise<{ status: number; error: Record<string, unknown> }> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  const { status, message } = error as ApiError;
  return { status, error: (JSON.parse(message) as { error: Record<string, unknown> }).error };
}

describe('the client of Google', () => {
  it('gets an answer', async () => {
    const answer = await google.models.generateContent({
      model: MODEL,
      contents: 'A poem',
      config: { systemInstruction: 'Be brief.', maxOutputTokens: 300, temperature: 0 },
    });
    expect([answer.text, answer.modelVersion]).toEqual([POEM, MODEL]);
    expect(answer.usageMetadata).toMatchObject({ promptTokenCount: 1_000, candidatesTokenCount: 200 });
    expect(await row()).toEqual({ ...OF_POEM, streaming: false });
  });

  it('gets a stream', async () => {
    const pieces: string[] = [];
    for await (const { text = '' } of await google.models.generateContentStream({ model: MODEL, contents: 'A poem' }))
      pieces.push(text);
    expect([pieces.length, pieces.join('')]).toEqual([5, POEM]);
    expect(await row()).toEqual({ ...OF_POEM, streaming: true });
  });

  it('gets a function call, plain and streamed', async () => {
    const answer = await google.models.generateContent(FORECAST);
    expect(answer.functionCalls).toEqual([{ name: 'forecast', args: WEATHER }]);
    const calls = [];
    for await (const { functionCalls = [] } of await google.models.generateContentStream(FORECAST))
      calls.push(...functionCalls);
    expect(calls).toEqual([{ name: 'forecast', args: WEATHER }]);
    expect((await row()).tokens).toEqual([80, 40]);
  });

  it('holds a chat', async () => {
    const chat = google.chats.create({ model: MODEL });
    expect((await chat.sendMessage({ message: 'A poem' })).text).toBe(POEM);
    expect((await chat.sendMessage({ message: 'A poem' })).text).toBe(POEM);
  });

  it('gets token counts, without a row', async () => {
    // A blank line of system text, and "A poem".
    const counted = await google.models.countTokens({ model: MODEL, contents: 'A poem' });
    expect(counted.totalTokens).toBe(2);
    expect(journal()).toHaveLength(rowsBefore);
  });

  it('gets the errors of the provider and of the gateway in the form of Google', async () => {
    await plan({ fault: 'rate_limited', retry_after_seconds: 3 });
    const ask = { model: MODEL, contents: 'A poem' };
    const limited = await refusalOf(google.models.generateContent(ask));
    expect(limited).toEqual({
      status: 429,
      error: { code: 429, message: 'Too many calls.', status: 'RESOURCE_EXHAUSTED' },
    });
    const stranger = await refusalOf(clientOf('nobody').models.generateContent(ask));
    expect(stranger).toMatchObject({ status: 401, error: { code: 401, status: 'UNAUTHENTICATED' } });
    expect(JSON.stringify(stranger.error)).toContain('"reason":"INVALID_KEY"');
    const unknown = await refusalOf(google.models.generateContentStream({ ...ask, model: 'llama-4' }));
    expect(unknown).toMatchObject({ status: 404, error: { code: 404, status: 'NOT_FOUND' } });
  });

  it('is refused by a limit, which the error names', async () => {
    const headers = { 'x-tt-tag-purse': 'empty' };
    const ask = { model: MODEL, contents: 'A poem', config: { httpOptions: { headers } } };
    const { status, error } = await refusalOf(google.models.generateContent(ask));
    expect([status, error['status']]).toEqual([429, 'RESOURCE_EXHAUSTED']);
    expect(JSON.stringify(error['details'])).toContain('"limit_id":"poor"');
    expect((await row()).status).toBe('refused');
  });

  it('reports an interrupted stream', async () => {
    await plan({ fault: 'cut' });
    await expect(
      (async () => {
        const stream = await google.models.generateContentStream({ model: MODEL, contents: 'A poem' });
        for await (const { modelVersion } of stream) expect(modelVersion).toBe(MODEL);
      })(),
    ).rejects.toThrow();
    expect(await row()).toMatchObject({ status: 'partial', source: 'gateway', estimated: true });
  });
});

describe('bytes', () => {
  const body = { contents: [{ role: 'user', parts: [{ text: 'A poem' }] }] };
  it.each<[path: string, fault?: PlannedFault]>([
    [`/v1beta/models/${MODEL}:generateContent`],
    [`/v1/models/${MODEL}:generateContent`],
    [`/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`],
    [`/v1beta/models/${MODEL}:streamGenerateContent`],
    [`/v1beta/models/${MODEL}:countTokens`],
    [`/v1beta/models/${MODEL}:generateContent`, { fault: 'failing', status: 500 }],
    [`/v1beta/models/${MODEL}:streamGenerateContent`, { fault: 'overloaded' }],
  ])('of %s equal those of a direct call %j', async (path, fault) => {
    const ask = async (origin: string, key: string): Promise<unknown[]> => {
      await (fault === undefined ? plan() : plan(fault));
      const headers = { 'content-type': 'application/json', 'x-goog-api-key': key };
      const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return [answer.status, answer.headers.get('content-type'), await answer.text()];
    };
    expect(await ask(world.origin, await world.mint())).toEqual(await ask(world.providerOrigin, 'provider-key'));
  });
});
