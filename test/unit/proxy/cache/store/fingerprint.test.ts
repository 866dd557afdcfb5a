import { describe, expect, it } from 'vitest';
import { CACHE_KINDS, type CacheKind } from '../../../../../domain/gateway/cache/cache-block.ts';
import { createFingerprint, type Fingerprint } from '../../../../../proxy/cache/store/fingerprint.ts';
import { printBody } from '../../../../../proxy/request/print/print-body.ts';
import { createRandom } from '../../../../../testing/random.ts';
import { toAnswerHeaders, CAFE, messagesCall, WIRES, type Body, type ComparedCall } from '../compared-calls.ts';
import { protocolAt } from '../../../../../providers/protocols/registry.ts';

const PAIRS = 10_000;
function printOf(call: ComparedCall, kind: CacheKind, text = JSON.stringify(call.body)): Fingerprint | undefined {
  return fingerprintOfBody(call, kind, JSON.parse(text) as Body, 'e');
}

function hexOf(call: ComparedCall, kind: CacheKind, text?: string): string {
  return printOf(call, kind, text)?.fingerprint.toString('hex') ?? 'none';
}

function partitionOf(call: ComparedCall, embedderId = 'e'): string {
  return fingerprintOfBody(call, 'semantic', call.body, embedderId)?.spoken?.partition.toString('hex') ?? 'none';
}

function fingerprintOfBody(
  call: ComparedCall,
  kind: CacheKind,
  body: Body,
  embedderId: string,
): Fingerprint | undefined {
  const print = printBody(protocolAt(call.endpoint), body, kind);
  const about = { ...call, headers: toAnswerHeaders(call), model: String(body['model']) };
  return print && createFingerprint({ ...about, kind, print, embedderId });
}

describe.each(WIRES)('two different calls of %s', (_, callOf, changes) => {
  it.each(CACHE_KINDS)(`never have one fingerprint in ${PAIRS} pairs, by the kind %s`, (kind) => {
    const random = createRandom(20);
    const names = Object.keys(changes);
    const seen = new Map<string, string>();
    const hits: string[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const name = names[pair % names.length]!;
      const call = callOf(random);
      const changed = changes[name]!(call, random);
      const [one, other] = [hexOf(call, kind), hexOf(changed, kind)];
      if (one === other) hits.push(name);
      // A fingerprint also differs from those of all earlier, different calls.
      for (const [print, text] of [
        [one, JSON.stringify(call)],
        [other, JSON.stringify(changed)],
      ] as const) {
        const before = seen.get(print) ?? text;
        if (before !== text) hits.push(`${name}: ${before} and ${text}`);
        seen.set(print, text);
      }
    }
    expect(hits).toEqual([]);
    expect(seen.has('none')).toBe(false);
  });

  it(`are never compared by their last words in ${PAIRS} pairs`, () => {
    const random = createRandom(21);
    const names = Object.keys(changes);
    const compared: string[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const name = names[pair % names.length]!;
      const call = callOf(random);
      const [one, other] = [call, changes[name]!(call, random)].map((of) => printOf(of, 'semantic')?.spoken);
      expect(one).toBeDefined();
      if (other !== undefined && one?.partition.equals(other.partition) === true) compared.push(name);
    }
    expect(compared).toEqual([]);
  });
});

describe('two different calls', () => {
  it('are compared only if they differ only in their last words, with the same embedder', () => {
    const call = messagesCall(createRandom(1));
    const [first, second] = call.body['messages'] as Body[];
    const asking = (text: string): ComparedCall => ({
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
    ['integers that doubles do not distinguish', '9007199254740992', '9007199254740993'],
    ['numbers beyond all', '1e400', 'null'],
  ])('are never equal if they differ in %s', (_, one, other) => {
    for (const value of [one, other]) {
      const print = printOf(messagesCall(createRandom(1)), 'exact', `{"model":"m","seed":${value}}`);
      expect(print === undefined).toBe(value !== 'null');
    }
  });
});

describe('the same call', () => {
  const call = messagesCall(createRandom(7));

  it.each<[string, (call: ComparedCall) => [ComparedCall, string?]]>([
    ['written with blanks', (same) => [same, JSON.stringify(same.body, undefined, 2)]],
    ['written with escapes', (same) => [same, JSON.stringify(same.body).replaceAll('w', String.raw`\u0077`)]],
    ['for another user of the caller', (same) => [{ ...same, body: { ...same.body, metadata: { user_id: 'u' } } }]],
    ['by another client', (same) => [{ ...same, headers: { ...same.headers, 'user-agent': 'curl' } }]],
    ['in another trace', (same) => [{ ...same, headers: { ...same.headers, traceparent: '00-1-2-01' } }]],
  ])('has the same fingerprint %s', (_, change) => {
    const [changed, text] = change(call);
    for (const kind of CACHE_KINDS) expect(hexOf(changed, kind, text)).toBe(hexOf(call, kind));
  });

  it('includes the values that Responses repeat in their answer', () => {
    const asked: ComparedCall = { ...call, endpoint: 'responses', body: { model: 'gpt-5', input: 'Hello' } };
    const other = { ...asked, body: { ...asked.body, metadata: { a: 'b' } } };
    expect(hexOf(asked, 'exact')).not.toBe(hexOf(other, 'exact'));
  });
});

describe('a normalized fingerprint', () => {
  const call: ComparedCall = {
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
  const equal: ComparedCall = {
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

  it('ignores the order of members, trailing blanks and forms of Unicode, and states that it is not exact', () => {
    expect(hexOf(equal, 'normalized')).toBe(hexOf(call, 'normalized'));
    expect(hexOf(equal, 'exact')).not.toBe(hexOf(call, 'exact'));
    const [one, other] = [printOf(call, 'normalized'), printOf(equal, 'normalized')];
    expect(one?.exactDigest.equals(other?.exactDigest ?? Buffer.alloc(0))).toBe(false);
  });

  it('does not change the embedded text', () => {
    const embedded = (input: string): ComparedCall => ({
      ...call,
      endpoint: 'embeddings',
      body: { model: 'e', input },
    });
    expect(hexOf(embedded('a'), 'normalized')).not.toBe(hexOf(embedded('a '), 'normalized'));
  });

  it('also normalizes the texts of Responses', () => {
    const asked = (input: unknown): ComparedCall => ({ ...call, endpoint: 'responses', body: { model: 'g', input } });
    expect(hexOf(asked(' a'), 'normalized')).toBe(hexOf(asked('a '), 'normalized'));
    const item = (text: string) => [{ role: 'user', content: [{ type: 'input_text', text }] }];
    expect(hexOf(asked(item(' a')), 'normalized')).toBe(hexOf(asked(item('a')), 'normalized'));
    const output = (text: string) => [{ type: 'function_call_output', call_id: 'c', output: text }];
    expect(hexOf(asked(output(' a')), 'normalized')).not.toBe(hexOf(asked(output('a')), 'normalized'));
  });
});
