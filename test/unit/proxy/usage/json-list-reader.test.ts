import { describe, expect, it } from 'vitest';
import { JsonListReader } from '../../../../proxy/usage/json-list-reader.ts';
import { createAnswerReader } from '../../../../proxy/usage/create-answer-reader.ts';

interface Heard {
  readonly events: readonly unknown[];
  readonly outlines: readonly unknown[];
  readonly taken: number;
}

/** The reader's events for a list that arrives in pieces of this number of bytes. */
function read(text: string | Buffer, size: number, memory = Infinity): Heard {
  const events: unknown[] = [];
  const outlines: unknown[] = [];
  let taken = 0;
  const reader = new JsonListReader(
    { event: (data) => void events.push(data), outline: (data) => void outlines.push(data) },
    (bytes) => {
      if (taken + bytes > memory) return false;
      taken += bytes;
      return true;
    },
  );
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += size) reader.see(bytes.subarray(at, at + size));
  reader.end();
  return { events, outlines, taken };
}

const ITEMS = [
  { text: 'Grüße, "world" \\ }{][,', more: [{ a: [1, { b: '}' }] }] },
  { text: '日本語 👩‍👩‍👧 \u2028', more: [] },
  {},
];

describe('a list in JSON', () => {
  it.each([1, 2, 3, 7, 64, 100_000])('is reported item by item, in pieces of %i bytes', (size) => {
    for (const text of [
      JSON.stringify(ITEMS),
      JSON.stringify(ITEMS, undefined, 2),
      `\ufeff ${JSON.stringify(ITEMS)}\n`,
    ])
      expect(read(text, size)).toMatchObject({ events: ITEMS, outlines: [] });
  });

  it('can be an error without a list around it', () => {
    expect(read('{"error":{"code":503}}', 5).events).toEqual([{ error: { code: 503 } }]);
  });

  it('that is interrupted reports its complete items', () => {
    expect(read('[{"a":1},\n{"b":', 4).events).toEqual([{ a: 1 }]);
  });

  it.each(['', '[', '[]', ']]]]', '"{"', '[1,2,"{",null]', '[{"a":}]', '[{]', '\u0000\u0001', '[[{"a":1}]]'])(
    'of another form, such as %j, causes no error',
    (text) => {
      expect(read(text, 1).events.length).toBeLessThanOrEqual(1);
    },
  );

  it('with bytes that are not UTF-8 is read around them', () => {
    const bytes = Buffer.concat([Buffer.from('[{"a":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"},{"b":2}]')]);
    expect(read(bytes, 3).events.at(-1)).toEqual({ b: 2 });
  });

  it('reports a large item without its large members, also without memory', () => {
    const large = [{ usageMetadata: { promptTokenCount: 5 }, image: 'x'.repeat(2_000_000) }, { a: 1 }];
    const outline = { usageMetadata: { promptTokenCount: 5 } };
    const heard = read(JSON.stringify(large), 16_384);
    expect([heard.events, heard.outlines]).toEqual([[{ a: 1 }], [outline]]);
    expect(heard.taken).toBeLessThanOrEqual(1_048_576);
    const small = [{ usageMetadata: { promptTokenCount: 5 }, image: 'x'.repeat(20_000) }];
    expect(read(JSON.stringify(small), 16, 5_000)).toMatchObject({ events: [], outlines: [outline] });
  });

  it('with endless levels causes no error', () => {
    const deep = `[{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}},{"b":2}]`;
    expect(read(deep, 65_536).events.at(-1)).toEqual({ b: 2 });
  });
});

it('is the form of a generateContent stream without events', () => {
  const heard: unknown[] = [];
  const reader = createAnswerReader(
    {
      endpoint: 'generate_content',
      usage: { priceProvider: 'google', flavor: 'default' },
      isStreamAsked: true,
      headers: { 'content-type': 'application/json; charset=UTF-8' },
    },
    { take: () => true, isHeld: () => false },
    { event: (data) => void heard.push(data), body: () => undefined, outline: () => undefined },
  );
  const chunks = [
    {
      candidates: [{ content: { parts: [{ text: 'Hel' }] } }],
      usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
    },
    {
      candidates: [{ content: { parts: [{ text: 'lo' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 },
      modelVersion: 'gemini-2.5-flash-001',
    },
  ];
  for (const byte of Buffer.from(JSON.stringify(chunks, undefined, 1))) reader.see(Buffer.from([byte]));
  expect(reader.beginning).toBe('answering');
  expect(reader.end()).toEqual({
    usage: {
      model: 'gemini-2.5-flash-001',
      units: { input_tokens: 9, output_tokens: 4 },
      terms: undefined,
      stated: undefined,
    },
    model: 'gemini-2.5-flash-001',
    judgement: { state: 'complete' },
    written: 5,
    isFinalUsage: true,
  });
  expect(heard).toEqual(chunks);
});
