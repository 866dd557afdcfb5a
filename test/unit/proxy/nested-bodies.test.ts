import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { CapturedContent } from '../../../contracts/ingest/events/captured-content.ts';
import type { GatewayOptions } from '../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';

const MODEL = 'claude-haiku-4-5';
const ANSWER = {
  model: MODEL,
  content: [{ type: 'text', text: 'Hello.' }],
  usage: { input_tokens: 1, output_tokens: 1 },
};
const LIMITS = {
  limits: [
    { id: 'at-once', node: 'organization', concurrency: 2 },
    { id: 'tokens', node: 'organization', tokens: 1_000_000, per: 'day' },
  ],
} as const;

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** A number of nested arrays. */
function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

/** A body with this number of levels. The body itself is one level. */
function bodyOf(levels: number, more = ''): string {
  return `{"model":"${MODEL}","max_tokens":10${more},"messages":${nested(levels - 1)}}`;
}

function answering(type: string, body: string): RequestListener {
  return (request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': type }).end(body));
  };
}

/** Opens a gateway with everything that reads bodies. */
async function open(provider: RequestListener, more: Partial<GatewayOptions> = {}) {
  const kept: CapturedContent[] = [];
  const wanted = { request: true, response: true };
  const contents = { wanted, keep: (content: CapturedContent) => Promise.resolve(void kept.push(content)) };
  world = await openGatewayWorld({ provider, contents, governance: LIMITS, ...more });
  return { kept, at: world, token: await world.mint() };
}

async function ask({ origin }: GatewayWorld, token: string, body: string): Promise<[number, string]> {
  const answer = await fetch(`${origin}/v1/messages`, { method: 'POST', headers: { 'x-api-key': token }, body });
  return [answer.status, await answer.text()];
}

const WITH_AND_WITHOUT_CACHE: readonly Partial<GatewayOptions>[] = [
  {},
  { cache: { rules: [{ id: 'all', kind: 'normalized' }] } },
];

describe('a nested body', () => {
  it.each(WITH_AND_WITHOUT_CACHE)(
    'deeper than 512 levels is refused with its row, and uses no limits: %j',
    async (options) => {
      const { at, token, kept } = await open(answering('application/json', JSON.stringify(ANSWER)), options);
      for (const levels of [513, 6_000, 10_000, 1_000_000]) {
        const [status, text] = await ask(at, token, bodyOf(levels, ',"stream":true'));
        const { error } = JSON.parse(text) as { error: object };
        const message = 'The body is nested deeper than 512 levels. Send a body with fewer levels.';
        const type = 'invalid_request_error';
        expect([levels, status, error]).toEqual([levels, 400, { type, code: type, param: null, message }]);
      }
      expect(at.rows().map(({ event }) => event)).toEqual(
        Array.from({ length: 4 }, () => ['request_admitted', 'request_terminal']).flat(),
      );
      expect(at.rows()[1]).toMatchObject({
        status: 'refused',
        terminal_kind: 'invalid_request_error',
        attempt_count: 0,
      });
      expect([await at.lost(), kept]).toEqual([[], []]);
      expect(await at.plane.drain({ delayMs: 0, drainMs: 1_000 })).toBe(true);
      await at.governor?.close();
      // The amount that the head reserved is returned.
      expect([...at.leases.counters.values()].filter(({ settled, leased }) => settled + leased > 0)).toEqual([]);
    },
  );

  it.each(WITH_AND_WITHOUT_CACHE)(
    '512 levels deep is passed on, captured, and releases its reservations: %j',
    async (options) => {
      const { at, token, kept } = await open(answering('application/json', JSON.stringify(ANSWER)), options);
      expect(await ask(at, token, bodyOf(512))).toEqual([200, JSON.stringify(ANSWER)]);
      await at.lost();
      expect(kept).toMatchObject([{ request: nested(511), response: 'Hello.' }]);
      await at.plane.drain({ delayMs: 0, drainMs: 1_000 });
      await at.governor?.close();
      expect(at.leases.counters.get('at-once organization:org_1')).toEqual({ settled: 0, leased: 0 });
    },
  );

  it('whose stream has no usage ends normally', async () => {
    const stream = 'event: message_stop\ndata: {"type":"message_stop"}\n\n';
    const { at, token } = await open(answering('text/event-stream', stream));
    expect(await ask(at, token, bodyOf(512, ',"stream":true'))).toEqual([200, stream]);
    expect(await at.plane.drain({ delayMs: 0, drainMs: 1_000 })).toBe(true);
    expect(at.rows().at(-1)).toMatchObject({ event: 'request_terminal', status: 'succeeded' });
  });
});

describe('an answer that is nested deeper than bodies may be', () => {
  it('is passed on unchanged, and not captured', async () => {
    const deep = `{"model":"${MODEL}","content":[{"type":"tool_use","name":"look","input":${nested(20_000)}}],"usage":{"input_tokens":1,"output_tokens":1}}`;
    const { at, token, kept } = await open(answering('application/json', deep), { cache: {} });
    expect(await ask(at, token, bodyOf(3))).toEqual([200, deep]);
    // The cache answers the second call, which refers to the content of the first.
    await expect.poll(() => at.stored.held().length).toBe(1);
    expect(await at.lost()).toEqual(['too_long']);
    expect(await ask(at, token, bodyOf(3))).toEqual([200, deep]);
    expect(await at.lost()).toEqual(['too_long']);
    expect(kept.map(({ response }) => response)).toEqual([undefined, undefined]);
  });
});
