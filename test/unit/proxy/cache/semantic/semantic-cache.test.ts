import { afterEach, describe, expect, it } from 'vitest';
import type { CacheBlock, CacheRuleEntry } from '../../../../../domain/gateway/cache/cache-block.ts';
import {
  sendCall,
  STREAM_EVENTS,
  createNumberingProvider,
  cacheStatus,
} from '../../../../../testing/gateway/cache-callers.ts';
import type { GatewayOptions } from '../../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../../testing/gateway/gateway-world.ts';

const CLAUDE = { model: 'claude-haiku-4-5', max_tokens: 10 };
const QUESTION = 'How do I reset my password?';
const ALIKE = 'how can I reset my password';
const asking = (content: unknown, more: object = {}): object => ({
  ...CLAUDE,
  messages: [{ role: 'user', content }],
  ...more,
});

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function open(
  rule: Partial<CacheRuleEntry> = {},
  { provider = createNumberingProvider(), ...block }: CacheBlock & { provider?: GatewayOptions['provider'] } = {},
): Promise<GatewayWorld> {
  const rules = [{ id: 'alike', kind: 'semantic', ...rule }] as const;
  world = await openGatewayWorld({ provider, cache: { ...block, rules } });
  return world;
}

const kindOf = async (asked: ReturnType<typeof sendCall>): Promise<unknown> => {
  const { headers } = await asked;
  return headers['x-tt-cache-kind'] ?? headers['x-tt-cache'];
};

function notesOf({ rows }: GatewayWorld, requestId: string): Record<string, string> {
  const row = rows().find((event) => event.event === 'request_admitted' && event.logical_request_id === requestId);
  const noted = row?.event === 'request_admitted' ? (row.noted ?? {}) : {};
  return Object.fromEntries(Object.entries(noted).filter(([name]) => name.startsWith('cache')));
}

describe('a call similar to an answered one', () => {
  it('gets its answer, with the similarity and the verification', async () => {
    const provider = createNumberingProvider();
    const opened = await open({}, { provider });
    const token = await opened.mint();
    const first = await sendCall(opened, token, asking(QUESTION));
    opened.wait(7_000);
    const second = await sendCall(opened, token, asking(ALIKE));
    expect(second.headers).toEqual({
      'content-type': 'application/json',
      'x-tt-added-ms': expect.stringMatching(/^[\d.]+$/) as string,
      'x-tt-cost-usd': '0',
      'x-tt-request-id': 'greq_2',
      'x-tt-cache': 'hit',
      'x-tt-cache-kind': 'semantic',
      'x-tt-cache-age': '7',
      'x-tt-cache-source': 'greq_1',
      'x-tt-cache-entry': 'gce_1',
      'x-tt-cache-similarity': '0.975',
      'x-tt-cache-threshold': '0.95',
      'x-tt-cache-verified': 'true',
    });
    expect([second.body, provider.calls]).toEqual([first.body, 1]);
    expect(notesOf(opened, 'greq_2')).toEqual({
      cache: 'hit',
      'cache.rule': 'alike',
      'cache.kind': 'semantic',
      'cache.entry': 'gce_1',
      'cache.source': 'greq_1',
      'cache.similarity': '0.975',
      'cache.threshold': '0.95',
      'cache.verified': 'true',
      'cache.saved_nanos': '3500000',
    });
    expect(opened.stored.counted().map(({ outcome, kind }) => [outcome, kind])).toEqual([
      ['miss', ''],
      ['hit', 'semantic'],
    ]);
  });

  it('is an exact or normalized hit if it is one', async () => {
    const opened = await open();
    const token = await opened.mint();
    await sendCall(opened, token, asking(QUESTION));
    expect(await kindOf(sendCall(opened, token, asking(QUESTION)))).toBe('exact');
    expect(await kindOf(sendCall(opened, token, asking(` ${QUESTION}\n`)))).toBe('normalized');
  });

  it('gets the same events if both requested a stream', async () => {
    const opened = await open();
    const token = await opened.mint();
    await sendCall(opened, token, asking(QUESTION, { stream: true }));
    const got = await sendCall(opened, token, asking(ALIKE, { stream: true }));
    expect([got.headers['x-tt-cache-kind'], got.body]).toEqual(['semantic', STREAM_EVENTS.join('')]);
    expect(await kindOf(sendCall(opened, token, asking(ALIKE)))).toBe('miss');
  });

  it('is found after equal turns', async () => {
    const opened = await open();
    const token = await opened.mint();
    const turns = (last: string, before = 'Hello.'): object => ({
      ...CLAUDE,
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: before },
        { role: 'user', content: last },
      ],
    });
    await sendCall(opened, token, turns(QUESTION));
    expect(await kindOf(sendCall(opened, token, turns(ALIKE)))).toBe('semantic');
    expect(await kindOf(sendCall(opened, token, turns(ALIKE, 'Good day.')))).toBe('miss');
  });

  it('is sent to its provider if the answer has expired or was purged', async () => {
    const opened = await open({ ttl: '1m' });
    const token = await opened.mint();
    await sendCall(opened, token, asking(QUESTION));
    opened.wait(59_999);
    expect(await kindOf(sendCall(opened, token, asking(ALIKE)))).toBe('semantic');
    opened.wait(1);
    expect(await kindOf(sendCall(opened, token, asking(ALIKE)))).toBe('miss');
    await opened.stored.entries.purge({ by: 'rule', value: 'alike' });
    await opened.cacheStore?.look();
    expect(await kindOf(sendCall(opened, token, asking(QUESTION)))).toBe('miss');
  });

  it.each<[string, object]>([
    ['another system text', asking(ALIKE, { system: 'Be brief.' })],
    ['another model', asking(ALIKE, { model: 'claude-opus-5' })],
    ['a tool', asking(ALIKE, { tools: [{ name: 'a', input_schema: {} }] })],
    ['another temperature', asking(ALIKE, { temperature: 0 })],
    [
      'an image',
      asking([
        { type: 'text', text: ALIKE },
        { type: 'image', source: {} },
      ]),
    ],
  ])('is a different call with %s', async (_, body) => {
    const opened = await open({ verifier: 'none', threshold: 0.01 });
    const token = await opened.mint();
    await sendCall(opened, token, asking(QUESTION));
    expect(await kindOf(sendCall(opened, token, body))).toBe('miss');
  });

  it('is a different call in another scope', async () => {
    const opened = await open({ verifier: 'none', threshold: 0.01 });
    await sendCall(opened, await opened.mint(), asking(QUESTION));
    const otherKey = await opened.mint({ owner: 'team-b' });
    expect(await kindOf(sendCall(opened, otherKey, asking(ALIKE)))).toBe('miss');
  });
});

describe('a rule', () => {
  const similarity = 0.975;

  it.each<[Partial<CacheRuleEntry>, string, string]>([
    [{ threshold: similarity }, ALIKE, 'semantic'],
    [{ threshold: similarity + 0.000_1 }, ALIKE, 'miss'],
    [{ threshold: 0.5 }, 'How do I not reset my password?', 'miss'],
    [{ threshold: 0.5, verifier: 'numbers_and_names' }, 'How do I not reset my password?', 'miss'],
    [{ threshold: 0.5, verifier: 'none' }, 'How do I not reset my password?', 'semantic'],
    [{ threshold: 0.5, verifier: 'numbers_and_names' }, 'How do I reset my old password?', 'semantic'],
    [{ threshold: 0.5 }, 'How do I reset my old password?', 'miss'],
  ])('of %o makes %s a %s', async (rule, words, kind) => {
    const opened = await open(rule);
    const token = await opened.mint();
    await sendCall(opened, token, asking(QUESTION));
    const got = await sendCall(opened, token, asking(words));
    expect(got.headers['x-tt-cache-kind'] ?? cacheStatus(got)).toBe(kind);
    const verified = rule.verifier === 'none' ? 'none' : 'true';
    expect(got.headers['x-tt-cache-verified']).toBe(kind === 'miss' ? undefined : verified);
  });

  it('records the refusals of its verifier', async () => {
    const opened = await open({ threshold: 0.5 });
    const token = await opened.mint();
    await sendCall(opened, token, asking(QUESTION));
    await sendCall(opened, token, asking('How do I not reset my password?'));
    expect(notesOf(opened, 'greq_2')).toEqual({
      cache: 'miss',
      'cache.rule': 'alike',
      'cache.similarity': '0.819',
      'cache.verified': 'false',
      'cache.difference': 'negations',
    });
  });

  it('in shadow mode counts a would-hit, and answers no call', async () => {
    const provider = createNumberingProvider();
    const opened = await open({ mode: 'shadow' }, { provider });
    const token = await opened.mint();
    await sendCall(opened, token, asking(QUESTION));
    const got = await sendCall(opened, token, asking(ALIKE));
    expect([cacheStatus(got), got.headers['x-tt-cache-kind'], provider.calls]).toEqual(['miss', undefined, 2]);
    expect(opened.stored.counted().at(-1)).toMatchObject({ outcome: 'would_hit', kind: 'semantic', requests: 1n });
    expect(notesOf(opened, 'greq_2')).toMatchObject({ cache: 'would_hit', 'cache.kind': 'semantic' });
  });
});

describe('a caller', () => {
  it.each<[string, string, number]>([
    ['off', 'bypass', 1],
    ['refresh', 'bypass', 2],
    ['no-store', 'semantic', 1],
  ])('with %s for a similar answer gets a %s', async (mode, kind, kept) => {
    const opened = await open();
    const token = await opened.mint();
    await sendCall(opened, token, asking(QUESTION));
    expect(await kindOf(sendCall(opened, token, asking(ALIKE), { 'x-tt-cache': mode }))).toBe(kind);
    expect(opened.stored.held()).toHaveLength(kept);
    // A similar request finds the entry that the refresh stored.
    const { headers } = await sendCall(opened, token, asking('please, how can I reset my password'));
    expect(headers['x-tt-cache-source']).toBe(mode === 'refresh' ? 'greq_2' : 'greq_1');
  });
});

it('a look-up without an answer of Postgres is an error, and the call is sent to its provider', async () => {
  const opened = await open();
  const token = await opened.mint();
  await sendCall(opened, token, asking(QUESTION));
  opened.stored.setBroken(true);
  const got = await sendCall(opened, token, asking(ALIKE));
  expect([cacheStatus(got), got.status]).toEqual(['error', 200]);
});
