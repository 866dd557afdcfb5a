import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { TrafficEvent } from '../../../../../contracts/ingest/events/traffic-event.ts';
import type { SemanticBlock } from '../../../../../domain/gateway/cache/cache-block.ts';
import type { GovernanceBlock } from '../../../../../domain/gateway/governance/governance-block.ts';
import { sendCall, cacheStatus } from '../../../../../testing/gateway/cache-callers.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../../testing/gateway/gateway-world.ts';

const MODEL = 'text-embedding-3-small';
const QUESTION = 'Why is the sky blue?';
const ALIKE = 'What makes the sky look blue?';
/** Vectors of length 5 and 2; the compared vectors have length 1. */
const STANDS: Readonly<Record<string, readonly number[]>> = { [QUESTION]: [3, 4], [ALIKE]: [1.2, 1.6], other: [4, -3] };

const asking = (content: string): object => ({ model: 'gpt-5-mini', messages: [{ role: 'user', content }] });

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

interface Embedded {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

type AnswerEmbedding = (response: ServerResponse, vector: readonly number[] | undefined) => void;

const json = { 'content-type': 'application/json' };
const embedding: AnswerEmbedding = (response, vector) => {
  const usage = { prompt_tokens: 1_000, total_tokens: 1_000 };
  response.writeHead(200, json).end(JSON.stringify({ model: MODEL, data: [{ embedding: vector }], usage }));
};

/** Opens a gateway whose provider creates embeddings and answers calls with their number. */
async function open({
  answer = embedding,
  semantic = {},
  governance,
}: {
  answer?: AnswerEmbedding;
  semantic?: SemanticBlock;
  governance?: GovernanceBlock;
} = {}) {
  const embedded: Embedded[] = [];
  let calls = 0;
  const provider = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request)) as { input?: string };
    if (body.input === undefined) {
      calls += 1;
      const usage = { prompt_tokens: 10, completion_tokens: 5 };
      response.writeHead(200, json).end(JSON.stringify({ id: `call_${calls}`, model: 'gpt-5-mini', usage }));
      return;
    }
    embedded.push({ url: request.url, authorization: request.headers.authorization, body });
    answer(response, STANDS[body.input]);
  };
  world = await openGatewayWorld({
    provider: (request, response) => void provider(request, response),
    cache: {
      rules: [{ id: 'alike', kind: 'semantic' }],
      semantic: { embeddings: { provider: 'openai', model: MODEL }, ...semantic },
    },
    ...(governance && { governance }),
  });
  const opened = world;
  const token = await opened.mint();
  const send = (content: string, headers: Record<string, string> = {}) =>
    sendCall(opened, token, asking(content), { path: '/v1/chat/completions', ...headers });
  return { opened, embedded, token, send, calls: () => calls };
}

function rowsOfOwn({ rows }: GatewayWorld): TrafficEvent[] {
  return rows().filter((row) => 'purpose' in row && row.purpose === 'judge');
}

describe('with embeddings of a provider', () => {
  it('other words are a hit, verified by their numbers and names', async () => {
    const { send, embedded, calls } = await open();
    await send(QUESTION);
    const got = await send(ALIKE);
    expect(got.headers).toMatchObject({
      'x-tt-cache-kind': 'semantic',
      'x-tt-cache-similarity': '1',
      'x-tt-cache-threshold': '0.95',
      'x-tt-cache-verified': 'true',
    });
    expect(calls()).toBe(1);
    expect(embedded).toEqual(
      [QUESTION, ALIKE].map((input) => ({
        url: '/v1/embeddings',
        authorization: 'Bearer provider-key',
        body: { model: MODEL, input, encoding_format: 'float' },
      })),
    );
    expect(cacheStatus(await send('other'))).toBe('miss');
  });

  it('each embedding is a separate paid call, under the key of the caller', async () => {
    const { opened, send } = await open();
    const step = { 'x-tt-step-id': 's1', 'x-tt-parent-id': 's0', 'x-tt-step-class': 'user_turn' };
    await send(QUESTION, { ...step, 'x-tt-user': 'ada', 'x-tt-agent': 'planner', 'x-tt-tag-env': 'prod' });
    const own = rowsOfOwn(opened);
    expect(own.map(({ event }) => event)).toEqual(['request_admitted', 'attempt', 'cost_effect', 'request_terminal']);
    expect(own[0]).toMatchObject({
      logical_request_id: 'greq_2',
      team_id: 'team-a',
      dimensions: { key: 'kid_1', agent: 'planner', user: 'ada', 'tag.env': 'prod' },
      noted: { key_id: 'kid_1', 'cache.for': 'greq_1' },
    });
    // 1,000 tokens at 0.02 USD per million.
    expect(own[1]).toMatchObject({ provider_id: 'openai', provider_model: MODEL, input_tokens: 1_000 });
    expect(own[2]).toMatchObject({ price_state: 'priced', nanos: '20000' });
    expect(own[3]).toMatchObject({ status: 'succeeded', attempt_count: 1 });
  });

  it('identical calls are not embedded, and cached ones not twice', async () => {
    const { send, embedded } = await open();
    await send(QUESTION);
    expect((await send(QUESTION)).headers['x-tt-cache-kind']).toBe('exact');
    expect(embedded).toHaveLength(1);
    await send(QUESTION, { 'x-tt-cache': 'off' });
    expect(embedded).toHaveLength(1);
    // The embedding follows the answer.
    await send(QUESTION, { 'x-tt-cache': 'refresh' });
    expect(embedded).toHaveLength(2);
  });

  it('its cost counts against budgets and token quotas, and against no limit of requests', async () => {
    const node = 'organization';
    const { opened, send } = await open({
      governance: {
        limits: [
          { id: 'slots', node, concurrency: 1 },
          { id: 'requests', node, requests: 40, per: 'day', time_zone: 'UTC' },
          { id: 'tokens', node, tokens: 1_000_000, per: 'day', time_zone: 'UTC' },
        ],
      },
    });
    await send(QUESTION);
    await send(ALIKE);
    await opened.governor?.close();
    const used = (id: string): unknown => opened.leases.counters.get(`${id} organization:org_1`)?.settled;
    expect([used('requests'), used('tokens')]).toEqual([2, 2_015]);
  });
});

it('a key that ended during its body pays for no embedding', async () => {
  const { opened, embedded, calls, token } = await open();
  const body = JSON.stringify(asking(QUESTION));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const slow = httpRequest(`${opened.origin}/v1/chat/completions`, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve) => slow.once('response', resolve));
  slow.write(body.slice(0, 20));
  await expect.poll(() => opened.bodies.bytes).toBe(20);
  opened.revokeAll();
  await opened.keys.refresh();
  slow.end(body.slice(20));
  const { statusCode } = (await answered).resume();
  expect([statusCode, embedded, calls(), rowsOfOwn(opened)]).toEqual([401, [], 0, []]);
});

it('a refusal by one key’s limit does not end the look-up for others', async () => {
  const { opened, send, calls } = await open({
    governance: { limits: [{ id: 'poor', node: 'key:kid_2', tokens: 1, per: 'day', time_zone: 'UTC' }] },
  });
  const poor = await opened.mint();
  await send(QUESTION);
  const chat = { path: '/v1/chat/completions' };
  const refused = await sendCall(opened, poor, asking(ALIKE), chat);
  expect([refused.status, cacheStatus(refused)]).toEqual([429, 'error']);
  expect((await send(ALIKE)).headers['x-tt-cache-kind']).toBe('semantic');
  expect(calls()).toBe(1);
});

describe('a provider without an embedding', () => {
  it.each<[string, AnswerEmbedding]>([
    ['refuses', (response) => response.writeHead(500, json).end('{}')],
    ['answers something else', (response) => response.writeHead(200, json).end('{"data":[{"embedding":"a"}]}')],
    ['answers nothing', (response) => response.destroy()],
  ])('because it %s, makes the look-up an error, and the call continues', async (_, answer) => {
    const { opened, send, calls } = await open({ answer });
    const got = await send(QUESTION);
    expect([got.status, cacheStatus(got), calls()]).toEqual([200, 'error', 1]);
    // An identical request is still found.
    expect((await send(QUESTION)).headers['x-tt-cache-kind']).toBe('exact');
    expect(opened.stored.held()).toHaveLength(1);
    expect(rowsOfOwn(opened).at(-1)?.event).toBe('request_terminal');
  });

  it('in time does not delay the call, and its later result is stored with the answer', async () => {
    const held: (() => void)[] = [];
    const { opened, send, embedded } = await open({
      semantic: { timeout: '20ms' },
      answer: (response, vector) => void held.push(() => embedding(response, vector)),
    });
    const pending = send(QUESTION);
    await expect.poll(() => opened.rows().some((row) => row.event === 'attempt')).toBe(true);
    held.pop()?.();
    expect(cacheStatus(await pending)).toBe('error');
    // For one second, no call waits for the provider.
    const second = send('other');
    await expect.poll(() => embedded.length).toBe(2);
    held.pop()?.();
    expect(cacheStatus(await second)).toBe('error');
    // From now on, similar requests find both.
    expect(opened.stored.alike().map(({ words }) => words)).toEqual([QUESTION, 'other']);
  });
});
