import { describe, expect, it } from 'vitest';
import { CACHE_KINDS, type CacheKind } from '../../../../domain/gateway/cache/cache-block.ts';
import type { CalledEndpoint } from '../../../../domain/gateway/endpoints.ts';
import { fingerprintOf, type Fingerprint } from '../../../../proxy/cache/fingerprint.ts';
import { createRandom, type Random } from '../../../support/property/random.ts';

type Body = Record<string, unknown>;

interface Call {
  readonly scopeKey: string;
  readonly ruleId: string;
  readonly provider: string;
  readonly endpoint: CalledEndpoint;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Body;
}

const PAIRS = 10_000;
const CAFE = ['caf\u00E9', 'cafe\u0301'] as const;

function printOf(call: Call, kind: CacheKind, text = JSON.stringify(call.body)): Fingerprint | undefined {
  const bytes = Buffer.from(text);
  return fingerprintOf({ ...call, kind, bytes, embedderId: 'e', body: JSON.parse(bytes.toString('utf8')) as Body });
}

function hexOf(call: Call, kind: CacheKind, text?: string): string {
  return printOf(call, kind, text)?.fingerprint.toString('hex') ?? 'none';
}

function partitionOf(call: Call, embedderId = 'e'): string {
  const bytes = Buffer.from(JSON.stringify(call.body));
  return fingerprintOf({ ...call, kind: 'semantic', bytes, embedderId })?.spoken?.partition.toString('hex') ?? 'none';
}

const TOOL = {
  name: 'weather',
  description: 'The weather of a city.',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { enum: ['C', 'F'] } },
    required: ['city', 'unit'],
  },
};

function messagesCall(random: Random): Call {
  const words = random.some(['weather', 'in', 'Oslo', 'Rome', 'please', CAFE[0]], 1).join(' ');
  return {
    scopeKey: `team:env_${random.whole(1, 3)}:${random.pick(['a', 'b', 'ab'])}`,
    ruleId: random.pick(['default', 'other']),
    provider: random.pick(['anthropic', 'backup']),
    endpoint: 'messages',
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01', 'content-type': 'application/json', 'user-agent': 'sdk' },
    body: {
      model: random.pick(['claude-haiku-4-5', 'claude-opus-5']),
      max_tokens: random.whole(1, 4_096),
      system: random.pick(['Be brief.', 'Be kind.', [{ type: 'text', text: 'Be brief.' }]]),
      messages: [
        { role: 'user', content: words },
        { role: 'assistant', content: [{ type: 'text', text: 'Of which city?' }] },
        { role: 'user', content: [{ type: 'text', text: words }] },
      ],
      tools: [TOOL],
      tool_choice: { type: 'auto' },
      temperature: random.whole(0, 10) / 10,
      stop_sequences: ['\n'],
    },
  };
}

const withBody =
  (change: (body: Body, random: Random) => Body) =>
  (call: Call, random: Random): Call => ({ ...call, body: change(structuredClone(call.body), random) });

const without = (name: string) =>
  withBody((body) => Object.fromEntries(Object.entries(body).filter(([member]) => member !== name)));

const inMessage = (change: (messages: Body[]) => unknown) =>
  withBody((body) => ({ ...body, messages: change(body['messages'] as Body[]) }));

/** Changes after each of which it is another call, by every kind: none is about the last words of the user alone. */
const CHANGES: Readonly<Record<string, (call: Call, random: Random) => Call>> = {
  'another scope': (call) => ({ ...call, scopeKey: `${call.scopeKey}b` }),
  'another kind of scope': (call) => ({ ...call, scopeKey: call.scopeKey.replace('team:', 'key:') }),
  'another rule': (call) => ({ ...call, ruleId: `${call.ruleId}2` }),
  'another provider': (call) => ({ ...call, provider: `${call.provider}2` }),
  'another query': (call) => ({ ...call, path: `${call.path}?beta=true` }),
  'another version': (call) => ({ ...call, headers: { ...call.headers, 'anthropic-version': '2024-01-01' } }),
  'a beta': (call, random) => ({
    ...call,
    headers: { ...call.headers, 'anthropic-beta': `context-${random.whole(1, 9)}` },
  }),
  'another organization': (call) => ({ ...call, headers: { ...call.headers, 'openai-organization': 'org-2' } }),
  'another model': withBody((body) => ({ ...body, model: `${String(body['model'])}-20251001` })),
  'no system text': without('system'),
  'another system text': withBody((body) => ({ ...body, system: 'Be cruel.' })),
  'the system text as the first message': withBody(({ system, ...body }) => ({
    ...body,
    messages: [{ role: 'user', content: system }, ...(body['messages'] as Body[])],
  })),
  'a system text that is null': withBody((body) => ({ ...body, system: null })),
  'another word': inMessage(([first, ...rest]) => [
    { ...first, content: `${String(first?.['content'])} now` },
    ...rest,
  ]),
  'another letter case': inMessage(([first, ...rest]) => [{ ...first, content: 'WEATHER' }, ...rest]),
  'two blanks within a text': inMessage(([first, ...rest]) => [{ ...first, content: 'weather  in Oslo' }, ...rest]),
  'a text as a block': inMessage(([first, ...rest]) => [
    { ...first, content: [{ type: 'text', text: first?.['content'] }] },
    ...rest,
  ]),
  'another order of messages': inMessage(([first, second, third]) => [second, first, third]),
  'a message less': inMessage((messages) => messages.slice(0, -1)),
  'a message twice': inMessage((messages) => [...messages, messages.at(-1)]),
  'another role': inMessage(([first, ...rest]) => [{ ...first, role: 'system' }, ...rest]),
  'a blank behind what the model began': inMessage(([first, second, third]) => [
    first,
    { ...second, content: [{ type: 'text', text: 'Of which city? ' }] },
    third,
  ]),
  'an image': inMessage((messages) => [
    ...messages,
    { role: 'user', content: [{ type: 'image', source: { type: 'base64', data: 'AAAA' } }] },
  ]),
  'a mark for the cache of the provider': inMessage((messages) => [
    ...messages.slice(0, -1),
    { role: 'user', content: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }] },
  ]),
  'no tools': without('tools'),
  'an empty list of tools': withBody((body) => ({ ...body, tools: [] })),
  'a tool more': withBody((body) => ({ ...body, tools: [TOOL, { ...TOOL, name: 'time' }] })),
  'another description of a tool': withBody((body) => ({ ...body, tools: [{ ...TOOL, description: 'Weather.' }] })),
  'a blank behind the description of a tool': withBody((body) => ({
    ...body,
    tools: [{ ...TOOL, description: `${TOOL.description} ` }],
  })),
  'another order of what is required': withBody((body) => ({
    ...body,
    tools: [{ ...TOOL, input_schema: { ...TOOL.input_schema, required: ['unit', 'city'] } }],
  })),
  'another choice of tools': withBody((body) => ({ ...body, tool_choice: { type: 'any' } })),
  'another temperature': withBody((body) => ({ ...body, temperature: 0.05 })),
  'a temperature as a text': withBody((body) => ({ ...body, temperature: String(body['temperature']) })),
  'no temperature': without('temperature'),
  'another most tokens': withBody((body) => ({ ...body, max_tokens: Number(body['max_tokens']) + 1 })),
  'another place to stop': withBody((body) => ({ ...body, stop_sequences: [' '] })),
  'no place to stop': withBody((body) => ({ ...body, stop_sequences: [''] })),
  'a stream': withBody((body) => ({ ...body, stream: true })),
  'a stream that is refused': withBody((body) => ({ ...body, stream: false })),
  thinking: withBody((body, random) => ({ ...body, thinking: { budget_tokens: random.whole(1_024, 9_999) } })),
  top_p: withBody((body) => ({ ...body, top_p: 0.9 })),
  'another tier of service': withBody((body) => ({ ...body, service_tier: 'standard_only' })),
  'a member that nobody knows': withBody((body) => ({ ...body, later: true })),
  'a member of objects themselves': withBody((body) => ({ ...body, ['__proto__x']: { temperature: 1 } })),
  'a seed': withBody((body, random) => ({ ...body, seed: random.whole(0, 9_999) })),
};

describe('two calls that are not the same', () => {
  it.each(CACHE_KINDS)(`have never the same fingerprint in ${PAIRS} pairs, by the kind %s`, (kind) => {
    const random = createRandom(20);
    const names = Object.keys(CHANGES);
    const seen = new Map<string, string>();
    const hits: string[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const name = names[pair % names.length]!;
      const call = messagesCall(random);
      const changed = CHANGES[name]!(call, random);
      const [one, other] = [hexOf(call, kind), hexOf(changed, kind)];
      if (one === other) hits.push(name);
      // Nor has one of them that of any call before it that is another.
      for (const [print, said] of [
        [one, JSON.stringify(call)],
        [other, JSON.stringify(changed)],
      ] as const) {
        const before = seen.get(print) ?? said;
        if (before !== said) hits.push(`${name}: ${before} and ${said}`);
        seen.set(print, said);
      }
    }
    expect(hits).toEqual([]);
    expect(seen.has('none')).toBe(false);
  });

  it(`are never compared by their last words in ${PAIRS} pairs`, () => {
    const random = createRandom(21);
    const names = Object.keys(CHANGES);
    const compared: string[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const name = names[pair % names.length]!;
      const call = messagesCall(random);
      const [one, other] = [call, CHANGES[name]!(call, random)].map((of) => printOf(of, 'semantic')?.spoken);
      expect(one).toBeDefined();
      if (other !== undefined && one?.partition.equals(other.partition) === true) compared.push(name);
    }
    expect(compared).toEqual([]);
  });

  it('are compared where they differ in their last words alone, and by the same embedder', () => {
    const call = messagesCall(createRandom(1));
    const [first, second] = call.body['messages'] as Body[];
    const asking = (text: string): Call => ({
      ...call,
      body: { ...call.body, messages: [first, second, { role: 'user', content: [{ type: 'text', text }] }] },
    });
    const [one, other] = [asking('In Oslo?'), asking(' And in Rome? ')];
    expect(printOf(one, 'semantic')?.spoken?.words).toBe('In Oslo?');
    expect(printOf(other, 'semantic')?.spoken?.words).toBe('And in Rome?');
    expect(partitionOf(one)).toBe(partitionOf(other));
    expect(partitionOf(one)).not.toBe(partitionOf(other, 'another'));
    expect(hexOf(one, 'semantic')).not.toBe(hexOf(other, 'semantic'));
  });

  it.each<[string, string, string]>([
    ['bytes that are no UTF-8', '"\u00FF"', '"\u00FE"'],
    ['whole numbers that are not told apart', '9007199254740992', '9007199254740993'],
    ['numbers beyond all', '1e400', 'null'],
  ])('are not known at all where they differ in %s', (_, one, other) => {
    for (const value of [one, other]) {
      const text = `{"model":"m","seed":${value}}`;
      const bytes = Buffer.from(text, 'latin1');
      const call = messagesCall(createRandom(1));
      const body = JSON.parse(bytes.toString('utf8')) as Body;
      const print = fingerprintOf({ ...call, kind: 'exact', bytes, body, embedderId: 'e' });
      if (value !== 'null') expect(print).toBeUndefined();
    }
  });

  it('are not known at all where a body is too deep to be written', () => {
    const depth = 200_000;
    const call = messagesCall(createRandom(1));
    expect(printOf(call, 'exact', `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBeUndefined();
  });
});

describe('the same call', () => {
  const call = messagesCall(createRandom(7));

  it.each<[string, (call: Call) => [Call, string?]]>([
    ['written with blanks', (same) => [same, JSON.stringify(same.body, undefined, 2)]],
    ['written with escapes', (same) => [same, JSON.stringify(same.body).replaceAll('w', String.raw`\u0077`)]],
    ['for another user of the caller', (same) => [{ ...same, body: { ...same.body, metadata: { user_id: 'u' } } }]],
    ['by another client', (same) => [{ ...same, headers: { ...same.headers, 'user-agent': 'curl' } }]],
    ['in another trace', (same) => [{ ...same, headers: { ...same.headers, traceparent: '00-1-2-01' } }]],
  ])('is known by the same fingerprint %s', (_, change) => {
    const [changed, text] = change(call);
    for (const kind of CACHE_KINDS) expect(hexOf(changed, kind, text)).toBe(hexOf(call, kind));
  });

  it('counts what Responses repeat in their answer', () => {
    const asked: Call = { ...call, endpoint: 'responses', body: { model: 'gpt-5', input: 'Hello' } };
    const other = { ...asked, body: { ...asked.body, metadata: { a: 'b' } } };
    expect(hexOf(asked, 'exact')).not.toBe(hexOf(other, 'exact'));
  });
});

describe('a normalized fingerprint', () => {
  const call: Call = {
    ...messagesCall(createRandom(3)),
    body: {
      model: 'm',
      system: 'Be brief.',
      messages: [
        { role: 'user', content: `A ${CAFE[0]}?` },
        { role: 'user', content: [{ type: 'text', text: 'Now.' }] },
      ],
    },
  };
  const equal: Call = {
    ...call,
    body: {
      messages: [
        { content: `\n A ${CAFE[1]}?  `, role: 'user' },
        { role: 'user', content: [{ text: 'Now.\t', type: 'text' }] },
      ],
      system: ' Be brief.\n',
      model: 'm',
    },
  };

  it('passes over the order of members, blanks at the ends of texts and forms of Unicode, and says that it is not exact', () => {
    expect(hexOf(equal, 'normalized')).toBe(hexOf(call, 'normalized'));
    expect(hexOf(equal, 'exact')).not.toBe(hexOf(call, 'exact'));
    const [one, other] = [printOf(call, 'normalized'), printOf(equal, 'normalized')];
    expect(one?.exactDigest.equals(other?.exactDigest ?? Buffer.alloc(0))).toBe(false);
  });

  it('changes nothing of what is embedded', () => {
    const embedded = (input: string): Call => ({ ...call, endpoint: 'embeddings', body: { model: 'e', input } });
    expect(hexOf(embedded('a'), 'normalized')).not.toBe(hexOf(embedded('a '), 'normalized'));
  });

  it('normalizes the texts of Responses too', () => {
    const asked = (input: unknown): Call => ({ ...call, endpoint: 'responses', body: { model: 'g', input } });
    expect(hexOf(asked(' a'), 'normalized')).toBe(hexOf(asked('a '), 'normalized'));
    const item = (text: string) => [{ role: 'user', content: [{ type: 'input_text', text }] }];
    expect(hexOf(asked(item(' a')), 'normalized')).toBe(hexOf(asked(item('a')), 'normalized'));
    const output = (text: string) => [{ type: 'function_call_output', call_id: 'c', output: text }];
    expect(hexOf(asked(output(' a')), 'normalized')).not.toBe(hexOf(asked(output('a')), 'normalized'));
  });
});
