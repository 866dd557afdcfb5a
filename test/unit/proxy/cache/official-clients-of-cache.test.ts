import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAnswerBook } from '../../../../providers/playback/answer-book.ts';
import { createPlaybackApp } from '../../../../providers/playback/playback-app.ts';
import { WORLD_NOW, openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const LINES = [
  { prompt: 'A poem', text: 'A poem of some length, so that it comes in several pieces.' },
  { prompt: 'The weather', structured: { city: 'Bern', unit: 'celsius' } },
].map((line) => JSON.stringify({ ...line, usage: { input_tokens: 1_000, output_tokens: 200 } }));
const SCHEMA = { type: 'object' as const, properties: { city: { type: 'string' }, unit: { type: 'string' } } };
const CLAUDE = { model: 'claude-haiku-4-5', max_tokens: 100 };
const GPT = { model: 'gpt-5-mini' };
const poem = [{ role: 'user' as const, content: 'A poem' }];
const weather = [{ role: 'user' as const, content: 'The weather' }];

let playback: ReturnType<typeof createPlaybackApp>;
let world: GatewayWorld;
let anthropic: Anthropic;
let openai: OpenAI;
beforeAll(async () => {
  playback = createPlaybackApp({
    answers: readAnswerBook(LINES.join('\n')),
    plan: { latency_ms: 0, faults: [] },
    clock: { now: () => WORLD_NOW },
    wait: () => Promise.resolve(),
  });
  await playback.ready();
  world = await openGatewayWorld({
    provider: (request, response) => playback.routing(request, response),
    cache: {},
  });
  const apiKey = await world.mint();
  anthropic = new Anthropic({ apiKey, baseURL: world.origin, maxRetries: 0 });
  openai = new OpenAI({ apiKey, baseURL: `${world.origin}/v1`, maxRetries: 0 });
});
afterAll(async () => {
  await world.close();
  await playback.close();
});

/** The parts of an answer that a client reads, complete or event by event. */
interface Read {
  readonly status: string | null;
  readonly read: unknown;
}

interface Asked {
  withResponse(): Promise<{ readonly data: unknown; readonly response: Response }>;
}

async function readAll(asked: Asked): Promise<Read> {
  const { data, response } = await asked.withResponse();
  const status = response.headers.get('x-tt-cache');
  const isStream = typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
  if (!isStream) return { status, read: data };
  const events: unknown[] = [];
  for await (const event of data as AsyncIterable<unknown>) events.push(event);
  return { status, read: events };
}

const tools = [{ name: 'weather', input_schema: SCHEMA }];
const functions = [{ type: 'function' as const, function: { name: 'weather', parameters: SCHEMA } }];

it.each<[string, () => Asked]>([
  ['a message', () => anthropic.messages.create({ ...CLAUDE, messages: poem })],
  ['a streamed message', () => anthropic.messages.create({ ...CLAUDE, messages: poem, stream: true })],
  ['a streamed call of a tool', () => anthropic.messages.create({ ...CLAUDE, messages: weather, tools, stream: true })],
  ['a completion', () => openai.chat.completions.create({ ...GPT, messages: poem })],
  ['a streamed completion', () => openai.chat.completions.create({ ...GPT, messages: poem, stream: true })],
  [
    'a streamed call of a function',
    () => openai.chat.completions.create({ ...GPT, messages: weather, tools: functions, stream: true }),
  ],
  ['a response', () => openai.responses.create({ ...GPT, input: 'A poem' })],
  ['a streamed response', () => openai.responses.create({ ...GPT, input: 'A poem', stream: true })],
])('%s from the cache equals the one from the provider', async (_, ask) => {
  const first = await readAll(ask());
  expect(first.status).toBe('miss');
  // An answer is cached after its last byte.
  await expect.poll(async () => (await readAll(ask())).status).toBe('hit');
  expect(await readAll(ask())).toEqual({ status: 'hit', read: first.read });
});
