import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import type { CapturedContent } from '../../../../contracts/ingest/events/captured-content.ts';
import { loadPriceTable } from '../../../../providers/prices/price-table.ts';
import { ShadowCalls } from '../../../../proxy/forwarding/shadow-calls.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { WORLD_NOW, openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const ASK = '{ "model":"claude-haiku-4-5", "max_tokens":10, "messages":[{"role":"user","content":"Hello"}] }';

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

interface Got {
  readonly model: string;
  readonly body: string;
  readonly key: unknown;
  answer(status?: number): void;
}

/** Opens a gateway in shadow mode. The provider answers callers immediately, and the tier's call on request. */
async function open(options: Partial<GatewayOptions> = {}) {
  const got: Got[] = [];
  const provider = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { model } = JSON.parse(body) as { model: string };
      const answer = (status = 200): void => {
        const content = [{ type: 'text', text: `I am ${model}.` }];
        const document = { type: 'message', model, content, usage: { input_tokens: 10, output_tokens: 5 } };
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
      };
      got.push({ model, body, key: request.headers['x-api-key'], answer });
      if (model === 'claude-haiku-4-5') answer();
    });
  };
  const opened = await openGatewayWorld({
    provider,
    mode: 'shadow',
    routing: { tiers: [{ name: 'complex', model: 'claude-opus-5' }], default_tier: 'complex' },
    shadow: { sample_rate: 1 },
    ...options,
  });
  world = opened;
  const token = await opened.mint();
  return {
    ...opened,
    got,
    /** Resolves when the complete answer has arrived. */
    ask: async (body = ASK, key = token) => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json', 'x-tt-trace-id': 'trace-1' };
      const answer = await fetch(`${opened.origin}/v1/messages?beta=true`, { method: 'POST', headers, body });
      await answer.text();
      return answer.status;
    },
    /** The calls that reached the provider, by model. */
    models: () => got.map(({ model }) => model),
  };
}

it('repeats a call at its tier after its answer, in a row that serves no caller', async () => {
  const { ask, got, models, rows, shadowEnds } = await open();
  expect(await ask()).toBe(200);
  await expect.poll(models).toEqual(['claude-haiku-4-5', 'claude-opus-5']);
  expect(got[1]).toMatchObject({ body: ASK.replace('claude-haiku-4-5', 'claude-opus-5'), key: 'provider-key' });
  got[1]?.answer();
  await expect.poll(shadowEnds).toEqual(['succeeded']);
  await expect.poll(() => rows().length).toBe(8);
  const [admitted, attempt, cost, terminal] = rows().slice(4);
  for (const row of [admitted, attempt, cost, terminal])
    expect(row).toMatchObject({
      logical_request_id: 'greq_2',
      purpose: 'comparison',
      route_id: 'complex',
      trace_id: 'trace-1',
      dimensions: { key: 'kid_1', step_class: 'user_turn' },
    });
  expect(admitted).toMatchObject({
    noted: {
      ...{ shadow_of: 'greq_1', key_id: 'kid_1', 'route.tier': 'complex', 'route.called_model': 'claude-opus-5' },
      // 9 characters of the message and its role.
      'route.input_tokens': '3',
    },
  });
  // 10 and 5 tokens at 5 and 25 USD per million.
  expect(cost).toMatchObject({ price_state: 'priced', nanos: '175000' });
  expect(terminal).toMatchObject({ status: 'succeeded', final_model: 'claude-opus-5' });
  expect(rows()[0]).toMatchObject({ logical_request_id: 'greq_1', purpose: 'application' });
});

it('stores the answer as content of its own row if answers are captured', async () => {
  const kept: CapturedContent[] = [];
  const wanted = { request: true, response: true };
  const { ask, got, models, lost } = await open({
    contents: { wanted, keep: (content) => Promise.resolve(void kept.push(content)) },
  });
  await ask();
  await expect.poll(models).toHaveLength(2);
  got[1]?.answer();
  await expect.poll(() => kept.length).toBe(2);
  expect(await lost()).toEqual([]);
  expect(kept.map(({ requestId, response }) => [requestId, response])).toEqual([
    ['greq_1', 'I am claude-haiku-4-5.'],
    ['greq_2', 'I am claude-opus-5.'],
  ]);
  expect(kept[1]).not.toHaveProperty('request');
});

it('also records a failed call, whose caller has had its answer for long', async () => {
  const { ask, got, models, rows, shadowEnds } = await open();
  await ask();
  await expect.poll(models).toHaveLength(2);
  got[1]?.answer(500);
  await expect.poll(shadowEnds).toEqual(['failed']);
  await expect.poll(() => rows().length).toBe(8);
  expect(rows().at(-1)).toMatchObject({ purpose: 'comparison', status: 'failed', terminal_kind: 'http_500' });
});

it('drops calls while too many are in flight', async () => {
  const { ask, got, models, shadowEnds, bodies } = await open({ shadow: { sample_rate: 1, concurrency: 1 } });
  await ask();
  await expect.poll(models).toHaveLength(2);
  await expect.poll(() => bodies.bytes).toBe(ASK.length);
  await ask();
  await expect.poll(shadowEnds).toEqual(['dropped']);
  got[1]?.answer();
  await expect.poll(shadowEnds).toEqual(['dropped', 'succeeded']);
  await expect.poll(() => bodies.bytes).toBe(0);
});

it.each<readonly [string, Partial<GatewayOptions>, string]>([
  ['nothing by default', { shadow: {} }, ASK],
  ['no call outside of the share', { shadow: { sample_rate: 0.5 } }, ASK],
  [
    'no call whose tier has the requested model',
    { routing: { tiers: [{ name: 'same', model: 'claude-haiku-4-5' }], default_tier: 'same' } },
    ASK,
  ],
  ['no call without a chosen tier', { routing: { tiers: [{ name: 'complex', model: 'claude-opus-5' }] } }, ASK],
  ['no call whose answer has side effects', {}, ASK.replace('{', '{"container":"c",')],
  ['nothing in route mode', { mode: 'route', routing: { tiers: [{ name: 'other', model: 'claude-haiku-4-5' }] } }, ASK],
])('makes %s', async (_, options, body) => {
  const { ask, models, shadowEnds, plane } = await open(options);
  await ask(body);
  await ask(body);
  await expect.poll(() => plane.inFlight).toBe(0);
  expect([models(), shadowEnds()]).toEqual([Array(2).fill('claude-haiku-4-5'), []]);
});

it('checks the scopes and limits of the key, without an effect on the caller', async () => {
  const governance = {
    limits: [
      { id: 'cap', node: 'team:team-a', budget_usd: 0.0002, per: 'day' },
      { id: 'all', node: 'organization', requests: 100, per: 'day' },
    ],
  } as const;
  const { ask, models, mint, shadowEnds } = await open({ governance });
  const narrow = await mint({ owner: 'team-b', scopes: { models: ['claude-haiku-4-5'] } });
  // Its ten tokens cost 50,000 nano-USD with the first model, and five times as much with the second.
  expect([await ask(), await ask(ASK, narrow)]).toEqual([200, 200]);
  await expect.poll(shadowEnds).toEqual(['refused', 'refused']);
  expect(models()).toEqual(['claude-haiku-4-5', 'claude-haiku-4-5']);
});

it.each([
  ['calls on their way', { concurrency: 1 }],
  ['the rate', { requests_per_minute: 2 }],
  ['the number of requests', { requests: 2, per: 'day' }],
] as const)('does not send %s of the caller', async (_, max) => {
  const { ask, models } = await open({ governance: { limits: [{ id: 'own', node: 'key:kid_1', ...max }] } });
  expect(await ask()).toBe(200);
  await expect.poll(models).toEqual(['claude-haiku-4-5', 'claude-opus-5']);
  expect(await ask()).toBe(200);
});

it('is not made with a key that ended during its answer', async () => {
  const held: ServerResponse[] = [];
  const { ask, shadowEnds, revokeAll, keys, rows, bodies } = await open({
    provider: (request, response) => void request.resume().on('end', () => held.push(response)),
    governance: { limits: [{ id: 'all', node: 'organization', budget_usd: 100, per: 'day' }] },
  });
  const asking = ask();
  await expect.poll(() => held.length).toBe(1);
  revokeAll();
  await keys.refresh();
  const usage = { input_tokens: 10, output_tokens: 5 };
  held
    .pop()
    ?.writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ content: [], usage }));
  expect(await asking).toBe(200);
  await expect.poll(shadowEnds).toEqual(['refused']);
  expect([held, bodies.bytes]).toEqual([[], 0]);
  expect(rows().map((row) => 'purpose' in row && row.purpose)).toEqual(Array(4).fill('application'));
});

it('is awaited when the process stops, and leaves its row if it is interrupted', async () => {
  const { ask, models, rows, plane } = await open();
  await ask();
  await expect.poll(models).toHaveLength(2);
  expect(await plane.drain({ delayMs: 0, drainMs: 0 })).toBe(false);
  expect(rows().at(-1)).toMatchObject({ purpose: 'comparison', status: 'failed', terminal_kind: 'shutdown' });
});

it('releases its position if the capacity is unknown', async () => {
  const { ask, composed, keys, log, bodies, shadowEnds, models, plane } = await open({
    shadow: { sample_rate: 1, concurrency: 1 },
  });
  const ends: string[] = [];
  const { upstreams } = composed;
  const governor = { admit: () => Promise.reject(new Error('a defect')) };
  const monotonicMs = (): number => performance.now();
  const shadows = new ShadowCalls({
    ...{
      upstreams,
      governor,
      keys,
      log,
      bodies,
      capture: undefined,
      monotonicMs,
      tierHeader: 'x-tt-tier',
      newRequestId: () => 'greq_shadow',
    },
    settings: { sampleRate: 1, concurrency: 1 },
    prices: await loadPriceTable(),
    clock: { now: () => WORLD_NOW },
    random: () => 0,
    called: () => undefined,
    ended: (end) => void ends.push(end),
  });
  void plane.use({ ...composed, shadows });
  await ask();
  await ask();
  await expect.poll(() => ends).toEqual(['failed', 'failed']);
  expect([bodies.bytes, shadowEnds(), models()]).toEqual([0, [], ['claude-haiku-4-5', 'claude-haiku-4-5']]);
});
