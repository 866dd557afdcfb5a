import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readAnswerBook } from '../../../providers/playback/answer-book.ts';
import { createPlaybackApp } from '../../../providers/playback/playback-app.ts';
import { PROJECT_FOLDER, readCommandOutput } from '../../../testing/clients/outside-project.ts';
import { WORLD_NOW, openGatewayWorld } from '../../../testing/gateway/gateway-world.ts';
import { ensurePythonWith, hasPython } from '../../../testing/python-tool.ts';

const PACKAGES = ['anthropic==2.12.0', 'openai==3.54.0'];
const MINUTES = 300_000;

const POEM = 'A poem of some length, so that it comes in several pieces.';
const WEATHER = { city: 'Bern', unit: 'celsius' };
const LINES = [
  { prompt: 'A poem', text: POEM, usage: { input_tokens: 1_000, output_tokens: 200 } },
  { prompt: 'The weather', structured: WEATHER, usage: { input_tokens: 80, output_tokens: 40 } },
];

/** The results of the clients, for the gateway and for the provider. */
interface Said {
  readonly message: string;
  readonly message_streamed: [pieces: string[], stopReason: string, outputTokens: number];
  readonly tool: object[];
  readonly tool_streamed: object[];
  readonly chat: string;
  readonly chat_streamed: object[];
  readonly function: string;
  readonly response: string;
  readonly response_streamed: string;
  readonly limited: [name: string, status: number];
  readonly failing: [name: string, status: number];
  readonly cut: [name: string, status: null];
  readonly left: string;
}

it(
  'the Python clients of Anthropic and OpenAI get equal results through the gateway and directly',
  { timeout: MINUTES },
  async (context) => {
    if (!hasPython()) {
      const reason =
        'the Python clients of providers were not tried: they need Python 3.10 or newer with venv as python3';
      console.warn(reason);
      context.skip(reason);
    }
    const python = ensurePythonWith(PACKAGES);
    const waiting: (() => void)[] = [];
    const playback = createPlaybackApp({
      answers: readAnswerBook(LINES.map((line) => JSON.stringify(line)).join('\n')),
      plan: { latency_ms: 0, faults: [] },
      clock: { now: () => WORLD_NOW },
      // A slow answer continues when its caller has disconnected.
      wait: (ms) => (ms === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    });
    await playback.ready();
    const world = await openGatewayWorld({ provider: (request, response) => playback.routing(request, response) });
    onTestFinished(async () => {
      for (const goOn of waiting) goOn();
      await world.close();
      await playback.close();
    });

    const place = { provider: world.providerOrigin, gateway: world.origin, key: await world.mint() };
    const program = join(PROJECT_FOLDER, 'test/outside/sdks/clients.py');
    const { direct, through, own } = JSON.parse(
      await readCommandOutput(python, [program, JSON.stringify(place)], PROJECT_FOLDER),
    ) as {
      direct: Said;
      through: Said;
      own: object;
    };
    expect(through).toEqual(direct);
    expect([direct.message_streamed[0].join(''), ...direct.message_streamed.slice(1)]).toEqual([POEM, 'end_turn', 200]);
    expect([direct.tool, direct.tool_streamed, JSON.parse(direct.function)]).toEqual([[WEATHER], [WEATHER], WEATHER]);
    expect([direct.response, direct.response_streamed, direct.chat_streamed.length > 3]).toEqual([POEM, POEM, true]);
    expect([direct.message.includes(POEM), direct.chat.includes(POEM)]).toEqual([true, true]);
    expect([direct.limited, direct.failing]).toEqual([
      ['RateLimitError', 429],
      ['InternalServerError', 500],
    ]);
    expect([direct.cut[0], POEM.startsWith(direct.left)]).toEqual(['APIConnectionError', true]);
    expect(own).toEqual({
      models: ['claude-haiku-4-5', 'gpt-5-mini', 'text-embedding-3-small'],
      stranger: [
        ['AuthenticationError', 401],
        ['AuthenticationError', 401],
      ],
      // 1,000 and 200 tokens, at 0.25 and 2 USD per million.
      cost: '0.00065',
    });

    const terminals = () => world.rows().filter((event) => event.event === 'request_terminal');
    await expect.poll(() => terminals().length).toBe(14);
    expect(terminals().map(({ status }) => status)).toEqual([
      ...Array<string>(9).fill('succeeded'),
      ...['failed', 'failed', 'partial', 'cancelled', 'succeeded'],
    ]);
  },
);
