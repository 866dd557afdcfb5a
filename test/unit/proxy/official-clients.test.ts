import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { readAnswerBook } from '../../../providers/playback/answer-book.ts';
import type { PlannedFault } from '../../../providers/playback/fault-plan.ts';
import { createPlaybackApp } from '../../../providers/playback/playback-app.ts';
import { WORLD_NOW, openGatewayWorld, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';

const POEM = 'A poem of some length, so that it comes in several pieces.';
const LINES = [
  { prompt: 'A poem', text: POEM, usage: { input_tokens: 1_000, output_tokens: 200 } },
  {
    prompt: 'The weather',
    structured: { city: 'Bern', unit: 'celsius' },
    usage: { input_tokens: 80, output_tokens: 40 },
  },
];
const CLAUDE = 'claude-haiku-4-5';
const GPT = 'gpt-5-mini';
const SCHEMA = { type: 'object' as const, properties: { city: { type: 'string' }, unit: { type: 'string' } } };
const poem = [{ role: 'user' as const, content: 'A poem' }];
const weather = [{ role: 'user' as const, content: 'The weather' }];
const FORECAST = {
  model: CLAUDE,
  max_tokens: 100,
  messages: weather,
  tools: [{ name: 'forecast', input_schema: SCHEMA }],
  tool_choice: { type: 'tool' as const, name: 'forecast' },
};
const CHAT_FORECAST = {
  model: GPT,
  messages: weather,
  tools: [{ type: 'function' as const, function: { name: 'forecast', parameters: SCHEMA } }],
  tool_choice: { type: 'function' as const, function: { name: 'forecast' } },
};

let playback: ReturnType<typeof createPlaybackApp>;
let world: GatewayWorld;
let anthropic: Anthropic;
let openai: OpenAI;
let rowsBefore = 0;
/** Lets a slow answer of the playback provider continue. */
let goOn: () => void = () => undefined;

beforeAll(async () => {
  playback = createPlaybackApp({
    answers: readAnswerBook(LINES.map((line) => JSON.stringify(line)).join('\n')),
    plan: { latency_ms: 0, faults: [] },
    clock: { now: () => WORLD_NOW },
    wait: (ms) => (ms === 0 ? Promise.resolve() : new Promise<void>((resolve) => (goOn = resolve))),
  });
  await playback.ready();
  world = await openGatewayWorld({ provider: (request, response) => playback.routing(request, response) });
  const apiKey = await world.mint();
  anthropic = new Anthropic({ apiKey, baseURL: world.origin, maxRetries: 0 });
  openai = new OpenAI({ apiKey, baseURL: `${world.origin}/v1`, maxRetries: 0 });
});
beforeEach(async () => {
  await plan();
  rowsBefore = journal().length;
});
afterAll(async () => {
  goOn();
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

// 1 and 5 USD per million tokens, and 0.25 and 2 USD for the other model.
const OF_CLAUDE = { status: 'succeeded', source: 'provider', tokens: [1_000, 200], nanos: '2000000', estimated: false };
const OF_GPT = { ...OF_CLAUDE, nanos: '650000' };

describe('the client of Anthropic', () => {
  it('gets a message', async () => {
    const message = await anthropic.messages.create({ model: CLAUDE, max_tokens: 100, messages: poem });
    expect(message.content).toEqual([{ type: 'text', text: POEM }]);
    expect(await row()).toEqual({ ...OF_CLAUDE, streaming: false });
  });

  it('gets a stream', async () => {
    const stream = anthropic.messages.stream({ model: CLAUDE, max_tokens: 100, messages: poem });
    const pieces: string[] = [];
    stream.on('text', (text) => pieces.push(text));
    const message = await stream.finalMessage();
    expect([pieces.length, pieces.join('')]).toEqual([4, POEM]);
    expect([message.stop_reason, message.usage.output_tokens]).toEqual(['end_turn', 200]);
    expect(await row()).toEqual({ ...OF_CLAUDE, streaming: true });
  });

  it.each([false, true])('gets a streamed tool call: %s', async (streamed) => {
    const message = streamed
      ? await anthropic.messages.stream(FORECAST).finalMessage()
      : await anthropic.messages.create(FORECAST);
    expect(message.content).toMatchObject([{ type: 'tool_use', name: 'forecast', input: LINES[1]?.structured }]);
    expect((await row()).tokens).toEqual([80, 40]);
  });

  it('gets the errors of the provider and of the gateway as its own', async () => {
    await plan({ fault: 'rate_limited', retry_after_seconds: 3 });
    const asked = { model: CLAUDE, max_tokens: 100, messages: poem };
    await expect(anthropic.messages.create(asked)).rejects.toBeInstanceOf(Anthropic.RateLimitError);
    const stranger = new Anthropic({ apiKey: 'nobody', baseURL: world.origin, maxRetries: 0 });
    const refused: unknown = await stranger.messages.create(asked).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Anthropic.AuthenticationError);
    expect((refused as InstanceType<typeof Anthropic.AuthenticationError>).type).toBe('invalid_key');
  });

  it('that aborts a stream ends it, and the streamed part is priced', async () => {
    await plan({ fault: 'slow', latency_ms: 1 });
    const stream = anthropic.messages.stream({ model: CLAUDE, max_tokens: 100, messages: poem });
    stream.on('text', () => stream.abort());
    await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
    expect(await row()).toMatchObject({ status: 'cancelled', source: 'gateway', estimated: true });
    expect((await row()).tokens[0]).toBe(1_000);
    goOn();
  });

  it('gets token counts, without a row', async () => {
    // A blank line of system text, and "A poem".
    expect(await anthropic.messages.countTokens({ model: CLAUDE, messages: poem })).toEqual({ input_tokens: 2 });
    expect(journal()).toHaveLength(rowsBefore);
  });

  it('lists models', async () => {
    const models = await anthropic.models.list();
    expect(models.data.map(({ id }) => id)).toContain(CLAUDE);
  });
});

describe('the client of OpenAI', () => {
  it('gets a chat completion', async () => {
    const completion = await openai.chat.completions.create({ model: GPT, messages: poem });
    expect(completion.choices[0]?.message.content).toBe(POEM);
    expect(await row()).toEqual({ ...OF_GPT, streaming: false });
  });

  it('gets a streamed one, with its usage on request', async () => {
    const stream = await openai.chat.completions.create({
      model: GPT,
      messages: poem,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
    expect(text).toBe(POEM);
    expect(await row()).toEqual({ ...OF_GPT, streaming: true });
  });

  it('gets one without usage, which is estimated', async () => {
    const stream = await openai.chat.completions.create({ model: GPT, messages: poem, stream: true });
    for await (const { id } of stream) expect(id).toMatch(/^played_/);
    // “user” and “A poem” have 10 characters, and the answer has 58.
    expect(await row()).toMatchObject({ status: 'succeeded', source: 'gateway', tokens: [3, 15], estimated: true });
  });

  it.each([false, true])('gets a streamed response: %s', async (streamed) => {
    const asked = { model: GPT, input: 'A poem' };
    const text = streamed
      ? (await openai.responses.stream(asked).finalResponse()).output_text
      : (await openai.responses.create(asked)).output_text;
    expect(text).toBe(POEM);
    expect(await row()).toEqual({ ...OF_GPT, streaming: streamed });
  });

  it('gets a function call', async () => {
    const completion = await openai.chat.completions.create(CHAT_FORECAST);
    expect(completion.choices[0]?.message.tool_calls).toMatchObject([
      { function: { name: 'forecast', arguments: JSON.stringify(LINES[1]?.structured) } },
    ]);
  });

  it('gets the errors of the provider and of the gateway as its own', async () => {
    await plan({ fault: 'failing', status: 500 });
    await expect(openai.chat.completions.create({ model: GPT, messages: poem })).rejects.toBeInstanceOf(
      OpenAI.InternalServerError,
    );
    const stranger = new OpenAI({ apiKey: 'nobody', baseURL: `${world.origin}/v1`, maxRetries: 0 });
    const refused: unknown = await stranger.models.list().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OpenAI.AuthenticationError);
    expect((refused as InstanceType<typeof OpenAI.AuthenticationError>).type).toBe('invalid_key');
  });

  it('reports an interrupted stream', async () => {
    await plan({ fault: 'cut' });
    const stream = await openai.chat.completions.create({ model: GPT, messages: poem, stream: true });
    await expect(
      (async () => {
        for await (const { id } of stream) expect(id).toMatch(/^played_/);
      })(),
    ).rejects.toThrow();
    expect(await row()).toMatchObject({ status: 'partial', source: 'gateway', estimated: true });
  });
});

describe('bytes', () => {
  const bodies = [
    { path: '/v1/messages', body: { model: CLAUDE, max_tokens: 9, messages: poem } },
    { path: '/v1/messages', body: { model: CLAUDE, max_tokens: 9, messages: poem, stream: true } },
    { path: '/v1/chat/completions', body: { model: GPT, messages: poem, stream: true } },
    { path: '/v1/responses', body: { model: GPT, input: poem, stream: true } },
    { path: '/v1/responses', body: { model: GPT, input: 'Nobody recorded this' } },
    { path: '/v1/messages', body: FORECAST },
    { path: '/v1/messages', body: { ...FORECAST, stream: true } },
    { path: '/v1/chat/completions', body: CHAT_FORECAST },
    { path: '/v1/chat/completions', body: { ...CHAT_FORECAST, stream: true } },
    { path: '/v1/messages', body: FORECAST, fault: { fault: 'overloaded' } },
    { path: '/v1/chat/completions', body: CHAT_FORECAST, fault: { fault: 'failing', status: 500 } },
  ] as const;

  it.each<(typeof bodies)[number] & { readonly fault?: PlannedFault }>(bodies)(
    'of $path equal those of a direct call: $body $fault',
    async ({ path, body, fault }) => {
      const ask = async (origin: string, key: string): Promise<unknown[]> => {
        await (fault === undefined ? plan() : plan(fault));
        const headers = { 'content-type': 'application/json', 'x-api-key': key };
        const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return [answer.status, answer.headers.get('content-type'), await answer.text()];
      };
      expect(await ask(world.origin, await world.mint())).toEqual(await ask(world.providerOrigin, 'provider-key'));
    },
  );
});
