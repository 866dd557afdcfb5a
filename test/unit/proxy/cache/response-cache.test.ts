import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { TrafficEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import type { CacheBlock } from '../../../../domain/gateway/cache/cache-block.ts';
import {
  sendCall,
  STREAM_EVENTS,
  createNumberingProvider,
  cacheStatus,
} from '../../../../testing/gateway/cache-callers.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] };
const CHAT = { model: 'gpt-5-mini', messages: [{ role: 'user', content: 'Hello' }] };
/** The price of 1,000 tokens at 1 USD and 500 at 5 USD per million. */
const PRICE = '3500000';
const MILLISECONDS = expect.stringMatching(/^[\d.]+$/) as string;
const figures = (cost: string) => ({ 'x-tt-added-ms': MILLISECONDS, 'x-tt-cost-usd': cost });

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

type Provider = GatewayOptions['provider'];
async function open(cache: CacheBlock = {}, provider: Provider = createNumberingProvider()): Promise<GatewayWorld> {
  return (world = await openGatewayWorld({ provider, cache }));
}

const ask = (of: GatewayWorld, token: string, body: object = ASK, headers?: Record<string, string>) =>
  sendCall(of, token, body, headers);

function ofKind<Name extends TrafficEvent['event']>(rows: TrafficEvent[], name: Name) {
  return rows.filter((row): row is Extract<TrafficEvent, { event: Name }> => row.event === name);
}

describe('a repeated call', () => {
  it('is answered from the cache, and states this', async () => {
    const provider = createNumberingProvider();
    const opened = await open({}, provider);
    const token = await opened.mint();
    const first = await ask(opened, token);
    opened.wait(61_900);
    const second = await ask(opened, token);
    expect(first.headers).toEqual({
      'content-type': 'application/json',
      'x-tt-request-id': 'greq_1',
      'x-tt-cache': 'miss',
      ...figures('0.0035'),
    });
    expect(second.headers).toEqual({
      'content-type': 'application/json',
      ...figures('0'),
      'x-tt-request-id': 'greq_2',
      'x-tt-cache': 'hit',
      'x-tt-cache-kind': 'exact',
      'x-tt-cache-age': '61',
      'x-tt-cache-source': 'greq_1',
      'x-tt-cache-entry': 'gce_1',
    });
    expect([second.status, second.body, provider.calls]).toEqual([200, first.body, 1]);
  });

  it('has its row without an attempt and a cost, with its savings', async () => {
    const opened = await open();
    const token = await opened.mint();
    await ask(opened, token);
    await ask(opened, token);
    const rows = opened.rows();
    expect(rows.map(({ event }) => event)).toEqual([
      ...['request_admitted', 'attempt', 'cost_effect', 'request_terminal'],
      ...['request_admitted', 'request_terminal'],
    ]);
    expect(ofKind(rows, 'cost_effect')[0]?.nanos).toBe(PRICE);
    expect(ofKind(rows, 'request_admitted').map(({ noted = {} }) => cacheNotes(noted))).toEqual([
      { cache: 'miss', 'cache.rule': 'default' },
      {
        cache: 'hit',
        'cache.rule': 'default',
        'cache.kind': 'exact',
        'cache.entry': 'gce_1',
        'cache.source': 'greq_1',
        'cache.saved_nanos': PRICE,
      },
    ]);
    expect(rows.at(-1)).toMatchObject({ status: 'succeeded', terminal_kind: 'cache_hit', attempt_count: 0 });
    expect(opened.stored.counted()).toEqual([
      { ruleId: 'default', outcome: 'miss', kind: '', requests: 1n, priced: 0n, savedNanos: 0n },
      { ruleId: 'default', outcome: 'hit', kind: 'exact', requests: 1n, priced: 1n, savedNanos: 3_500_000n },
    ]);
  });

  it('gets the same events only if it requested a stream', async () => {
    const provider = createNumberingProvider();
    const opened = await open({}, provider);
    const token = await opened.mint();
    const streamed = { ...ASK, stream: true };
    const [first, second] = [await ask(opened, token, streamed), await ask(opened, token, streamed)];
    expect([cacheStatus(first), cacheStatus(second), second.body]).toEqual(['miss', 'hit', STREAM_EVENTS.join('')]);
    expect(second.headers['content-type']).toBe('text/event-stream');
    expect(cacheStatus(await ask(opened, token))).toBe('miss');
    expect(provider.calls).toBe(2);
    expect(ofKind(opened.rows(), 'request_terminal')[1]).toMatchObject({ streaming: true, attempt_count: 0 });
  });

  it('is answered from memory if its entry was read before', async () => {
    const opened = await open();
    const token = await opened.mint();
    await ask(opened, token);
    // An entry that was read before is in memory, so the stores are not read again.
    const before = opened.stored.lookups();
    expect([cacheStatus(await ask(opened, token)), opened.stored.lookups()]).toEqual(['hit', before]);
  });

  it('is sent to its provider again after the answer has expired', async () => {
    const opened = await open({ ttl: '1m' });
    const token = await opened.mint();
    await ask(opened, token);
    opened.wait(59_999);
    expect(cacheStatus(await ask(opened, token))).toBe('hit');
    opened.wait(1);
    expect(cacheStatus(await ask(opened, token))).toBe('miss');
  });

  it.each<[string, object]>([
    ['another system text', { ...ASK, system: 'Be brief.' }],
    ['another model', { ...ASK, model: 'claude-opus-5' }],
    ['a tool', { ...ASK, tools: [{ name: 'a', input_schema: {} }] }],
    ['another temperature', { ...ASK, temperature: 0 }],
  ])('is a different call with %s', async (_, body) => {
    const opened = await open();
    const token = await opened.mint();
    const answers = [await ask(opened, token), await ask(opened, token, body)];
    expect(answers.map(cacheStatus)).toEqual(['miss', 'miss']);
  });

  it('is not answered while its row cannot be written', async () => {
    let isFull = false;
    world = await openGatewayWorld({
      provider: createNumberingProvider(),
      cache: {},
      writer: { appendLines: () => (isFull ? Promise.reject(new Error('ENOSPC')) : Promise.resolve()) },
    });
    const token = await world.mint();
    await ask(world, token);
    isFull = true;
    expect((await ask(world, token)).status).toBe(503);
  });
});

it('a hit counts as a request, and is served if money and tokens are used up', async () => {
  const place = { node: 'organization', per: 'day', time_zone: 'UTC' } as const;
  world = await openGatewayWorld({
    provider: createNumberingProvider(),
    cache: {},
    governance: {
      limits: [
        { id: 'slots', node: 'organization', concurrency: 1 },
        { id: 'tokens', ...place, tokens: 1_500 },
        { id: 'dollars', ...place, budget_usd: 0.0035 },
        { id: 'requests', ...place, requests: 31 },
      ],
    },
  });
  const token = await world.mint();
  const statuses: unknown[] = [];
  // The first call uses all tokens and dollars.
  for (let call = 0; call < 32; call += 1) {
    const got = await ask(world, token);
    statuses.push(got.headers['x-tt-refused-by'] ?? cacheStatus(got));
  }
  expect(statuses).toEqual(['miss', ...Array.from({ length: 30 }, () => 'hit'), 'requests']);
  const reserved = ofKind(world.rows(), 'request_admitted').map(
    ({ noted = {} }) => noted['reserved_tokens'] !== undefined,
  );
  expect(reserved).toEqual([true, ...Array.from({ length: 31 }, () => false)]);
});

it('a miss is refused if they are used up, in a row with the cache’s result', async () => {
  const provider = createNumberingProvider();
  const limits = [
    { id: 'requests', node: 'organization', requests: 3, per: 'day' },
    { id: 'tokens', node: 'organization', tokens: 1_500, per: 'day' },
  ] as const;
  world = await openGatewayWorld({ provider, cache: {}, governance: { limits } });
  const token = await world.mint();
  await ask(world, token);
  const other = { ...ASK, messages: [{ role: 'user', content: 'Another' }] };
  const refused = await Promise.all([ask(world, token, other), ask(world, token, other)]);
  expect(refused.map(({ status, headers }) => [status, headers['x-tt-refused-by'], headers['x-tt-cache']])).toEqual([
    [429, 'tokens', 'miss'],
    [429, 'tokens', 'miss'],
  ]);
  expect(ofKind(world.rows(), 'request_admitted').at(-1)?.noted).toMatchObject({
    cache: 'miss',
    'refused_by_limit.id': 'tokens',
  });
  expect(provider.calls).toBe(1);
  // A refused call uses nothing of the others: neither a request nor a position in single flight.
  expect(cacheStatus(await ask(world, token))).toBe('hit');
  expect((await ask(world, token, { ...ASK, max_tokens: 11 })).headers['x-tt-refused-by']).toBe('tokens');
});

function cacheNotes(noted: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(noted).filter(([name]) => name.startsWith('cache')));
}

describe('the scope', () => {
  it.each<[CacheBlock['scope'], string, string]>([
    ['team', 'hit', 'miss'],
    ['key', 'miss', 'miss'],
    ['organization', 'hit', 'hit'],
  ])('%s: another key of the team gets a %s, a key of another team a %s', async (scope, ofTeam, ofOther) => {
    const opened = await open(scope === undefined ? {} : { scope });
    const [own, teammate, other] = [await opened.mint(), await opened.mint(), await opened.mint({ owner: 'team-b' })];
    await ask(opened, own);
    const statuses = [cacheStatus(await ask(opened, teammate)), cacheStatus(await ask(opened, other))];
    expect(statuses).toEqual([ofTeam, ofOther]);
  });

  it('excludes callers with their own provider key', async () => {
    const opened = await open();
    const token = await opened.mint({ allowsPassthrough: true });
    const got = await ask(opened, token, ASK, { 'x-api-key': 'sk-own' });
    expect([cacheStatus(got), opened.stored.held()]).toEqual([undefined, []]);
  });
});

describe('a caller', () => {
  it.each<[string, string, string, number]>([
    ['off', 'bypass', 'msg_2', 1],
    ['refresh', 'bypass', 'msg_2', 2],
    ['no-store', 'hit', 'msg_1', 1],
    ['none', 'hit', 'msg_1', 1],
    ['whatever', 'hit', 'msg_1', 1],
  ])('with %s for a cached answer gets a %s with %s', async (mode, status, id, kept) => {
    const opened = await open();
    const token = await opened.mint();
    await ask(opened, token);
    const got = await ask(opened, token, ASK, { 'x-tt-cache': mode });
    expect([cacheStatus(got), (JSON.parse(got.body) as { id: string }).id]).toEqual([status, id]);
    expect(opened.stored.held().map(({ entryId }) => entryId)).toEqual([`gce_${kept}`]);
  });

  it.each<[string, string, number]>([
    ['off', 'bypass', 0],
    ['refresh', 'bypass', 1],
    ['no-store', 'miss', 0],
  ])('with %s for a missing answer gets a %s and leaves %i entries', async (mode, status, kept) => {
    const opened = await open();
    const got = await ask(opened, await opened.mint(), ASK, { 'x-tt-cache': mode });
    expect([cacheStatus(got), opened.stored.held().length]).toEqual([status, kept]);
  });
});

describe('a rule', () => {
  const rules = [
    { id: 'gpt', models: ['gpt-*'] },
    { id: 'streams', endpoints: ['responses'], step_classes: ['user_turn'] },
  ] as const;

  it('applies to what it names, and all other calls pass unchanged', async () => {
    const opened = await open({ rules });
    const token = await opened.mint();
    expect(cacheStatus(await ask(opened, token))).toBeUndefined();
    expect(cacheStatus(await ask(opened, token, CHAT, { path: '/v1/chat/completions' }))).toBe('miss');
    expect(opened.stored.held()).toMatchObject([{ ruleId: 'gpt', scopeKey: 'team:env_1:team-a', provider: 'openai' }]);
    const goesOn = { model: 'gpt-5-mini', input: 'Hello', previous_response_id: 'resp_1' };
    expect(cacheStatus(await ask(opened, token, goesOn, { path: '/v1/responses' }))).toBeUndefined();
  });

  it('in shadow mode reports possible answers only in the figures', async () => {
    const provider = createNumberingProvider();
    const opened = await open({ rules: [{ id: 'later', mode: 'shadow' }] }, provider);
    const token = await opened.mint();
    await ask(opened, token);
    const second = await ask(opened, token);
    expect([second.headers, provider.calls]).toEqual([
      { 'content-type': 'application/json', 'x-tt-request-id': 'greq_2', 'x-tt-cache': 'miss', ...figures('0.0035') },
      2,
    ]);
    expect(opened.stored.counted().at(-1)).toEqual({
      ...{ ruleId: 'later', outcome: 'would_hit', kind: 'exact', requests: 1n },
      ...{ priced: 1n, savedNanos: 3_500_000n },
    });
    expect(ofKind(opened.rows(), 'request_admitted')[1]?.noted).toMatchObject({ cache: 'would_hit' });
  });

  it('of the kind normalized marks hits that are not exact', async () => {
    const opened = await open({ rules: [{ id: 'loose', kind: 'normalized' }] });
    const token = await opened.mint();
    await ask(opened, token);
    const spaced = { ...ASK, messages: [{ content: ' Hello\n', role: 'user' }] };
    expect((await ask(opened, token, spaced)).headers['x-tt-cache-kind']).toBe('normalized');
    expect((await ask(opened, token)).headers['x-tt-cache-kind']).toBe('exact');
  });
});

describe('an answer is not cached', () => {
  const json = { 'content-type': 'application/json' };
  const whole = JSON.stringify({ id: 'msg_1', usage: { input_tokens: 1, output_tokens: 1 } });

  it.each<[string, (response: ServerResponse) => void, object, string]>([
    ['that is an error', (response) => response.writeHead(500, json).end('{}'), ASK, '/v1/messages'],
    [
      'that is an error in success',
      (response) => response.writeHead(200, json).end('{"error":{}}'),
      ASK,
      '/v1/messages',
    ],
    ['that is not JSON', (response) => response.writeHead(200, json).end('{'), ASK, '/v1/messages'],
    [
      'of another form',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(whole),
      ASK,
      '/v1/messages',
    ],
    [
      'that is unfinished',
      (response) => response.writeHead(200, json).end('{"status":"in_progress"}'),
      { model: 'gpt-5-mini', input: 'Hello' },
      '/v1/responses',
    ],
    [
      'that is larger than the limit',
      (response) => response.writeHead(200, json).end(JSON.stringify({ id: 'x'.repeat(2_048) })),
      ASK,
      '/v1/messages',
    ],
    [
      'that was interrupted',
      (response) => {
        response.writeHead(200, { ...json, 'content-length': whole.length + 1 });
        response.write(whole, () => response.destroy());
      },
      ASK,
      '/v1/messages',
    ],
    [
      'of a stream that did not end',
      (response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(STREAM_EVENTS.slice(0, 3).join('')),
      { ...ASK, stream: true },
      '/v1/messages',
    ],
  ])('%s', async (_, answer, body, path) => {
    const opened = await open({ max_entry_bytes: 1_024 }, (request, response) => {
      request.resume().on('end', () => answer(response));
    });
    await ask(opened, await opened.mint(), body, { path }).catch(() => undefined);
    await opened.cacheStore?.close();
    expect(opened.stored.held()).toEqual([]);
  });

  it.each<[string, object]>([
    ['a tool of the provider', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
    ['servers of tools', { mcp_servers: [{ url: 'https://example.com' }] }],
    ['content stored at the provider', { store: true }],
  ])('if the request has %s', async (_, more) => {
    const opened = await open();
    const got = await ask(opened, await opened.mint(), { ...ASK, ...more });
    expect([got.status, cacheStatus(got), opened.stored.held()]).toEqual([200, undefined, []]);
  });
});

describe('an unavailable cache', () => {
  it('is reported, and the call is sent to its provider', async () => {
    const opened = await open();
    const token = await opened.mint();
    await ask(opened, token);
    opened.stored.setBroken(true);
    // The cache in memory is used as long as the purges are known.
    expect(cacheStatus(await ask(opened, token))).toBe('hit');
    opened.pass(10_000);
    const lost = await ask(opened, token);
    expect([cacheStatus(lost), lost.status]).toEqual(['error', 200]);
    opened.stored.setBroken(false);
    // For one second, no call reads the stores.
    expect(cacheStatus(await ask(opened, token))).toBe('error');
    opened.pass(1_000);
    expect(cacheStatus(await ask(opened, token))).toBe('hit');
  });
});

describe('a purged answer', () => {
  it.each([
    ['entry', 'gce_1'],
    ['scope', 'team:env_1:team-a'],
    ['rule', 'default'],
  ] as const)('of %s is removed from memory at the next check', async (by, value) => {
    const opened = await open();
    const token = await opened.mint();
    await ask(opened, token);
    expect(await opened.stored.entries.purge({ by, value })).toBe(1);
    await opened.cacheStore?.look();
    expect(cacheStatus(await ask(opened, token))).toBe('miss');
    // That answer was requested after the purge, and is cached again.
    expect(cacheStatus(await ask(opened, token))).toBe('hit');
  });

  it('is not stored by a call in flight', async () => {
    let arrive: (answer: () => void) => void = () => undefined;
    const arrived = new Promise<() => void>((resolve) => (arrive = resolve));
    const opened = await open({}, (request, response) => {
      const answer = (): void => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      request.resume().on('end', () => arrive(answer));
    });
    const asking = ask(opened, await opened.mint());
    const answer = await arrived;
    await opened.stored.entries.purge({ by: 'rule', value: 'default' });
    answer();
    await asking;
    expect(opened.stored.held()).toEqual([]);
  });
});

it.each([
  ['in another spelling of its type is stored', { 'content-type': 'Application/JSON; charset=utf-8' }, 'hit'],
  ['in the coding identity is stored', { 'content-type': 'application/json', 'content-encoding': 'Identity' }, 'hit'],
  ['that is compressed is not stored', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'miss'],
  ['of a type with only the same beginning is not stored', { 'content-type': 'application/json-seq' }, 'miss'],
])('an answer %s', async (_how, headers: Record<string, string>, status) => {
  const body = JSON.stringify({ model: 'claude-haiku-4-5', usage: { input_tokens: 1_000, output_tokens: 500 } });
  const opened = await open({}, (request, response) => {
    request.resume();
    response.writeHead(200, headers).end(headers['content-encoding'] === 'gzip' ? gzipSync(body) : body);
  });
  const token = await opened.mint();
  const first = await ask(opened, token);
  const second = await ask(opened, token);
  expect([first.body, second.body]).toEqual([body, body]);
  expect([cacheStatus(first), cacheStatus(second)]).toEqual(['miss', status]);
  // The cost is known in both cases.
  expect(ofKind(opened.rows(), 'cost_effect')[0]).toMatchObject({ price_state: 'priced', nanos: PRICE });
});
