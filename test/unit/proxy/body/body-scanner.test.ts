import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../api/frame/transport/read-json.ts';
import { BodyScanner } from '../../../../proxy/body/body-scanner.ts';
import { JsonScanner, type JsonBounds, type ScannedJson } from '../../../../proxy/body/json-scanner.ts';
import type { GatewayError } from '../../../../proxy/call/gateway-error.ts';

/** Cuts bytes into pieces of the given lengths, repeatedly. */
function cut(bytes: Buffer, lengths: readonly number[] = [bytes.length || 1]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const length = lengths[index % lengths.length] as number;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

function scan(body: Buffer | string, lengths?: readonly number[], bounds?: JsonBounds): ScannedJson | GatewayError {
  const scanner = new BodyScanner(bounds);
  for (const piece of cut(Buffer.from(body as string), lengths)) {
    const fault = scanner.take(piece);
    if (fault !== undefined) return fault;
  }
  return scanner.end();
}

function messageOf(body: Buffer | string, lengths?: readonly number[], bounds?: JsonBounds): string | undefined {
  const scanned = scan(body, lengths, bounds);
  return 'status' in scanned ? scanned.message : undefined;
}

/** The counts of a parsed document. */
function countsOf(value: unknown): Pick<ScannedJson, 'values' | 'numbers' | 'depth'> {
  const members = typeof value === 'object' && value !== null ? Object.values(value).map(countsOf) : [];
  const isContainer = typeof value === 'object' && value !== null;
  return {
    values: 1 + members.reduce((sum, { values }) => sum + values, 0),
    numbers: (typeof value === 'number' ? 1 : 0) + members.reduce((sum, { numbers }) => sum + numbers, 0),
    depth: (isContainer ? 1 : 0) + Math.max(0, ...members.map(({ depth }) => depth)),
  };
}

/** The JSON of a document with blanks, and with some characters of its texts as escapes. */
function written(value: unknown, space: string | undefined, escapes: RegExp | undefined): string {
  const json = JSON.stringify(value, undefined, space);
  if (escapes === undefined) return json;
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/gu, (text) => {
    const units = Array.from(
      { length: (JSON.parse(text) as string).length },
      (_, index) => (JSON.parse(text) as string)[index] as string,
    );
    const one = (unit: string): string =>
      escapes.test(unit) ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : JSON.stringify(unit).slice(1, -1);
    return `"${units.some((unit) => escapes.test(unit)) ? units.map(one).join('') : text.slice(1, -1)}"`;
  });
}

const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('model', 'role', 'content', 'a'),
);
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\\', '"', '\\"', 'x'.repeat(60), `${'x'.repeat(50)}\\`, '\\'.repeat(70), '"'.repeat(60)),
);
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    // JSON writes -0 as 0.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    anyText,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(anyName, tie('value'), { maxKeys: 5 }),
  ),
}));
const anyBody = fc.dictionary(anyName, anyValue, { maxKeys: 6 });
const anyCut = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const anySpace = fc.constantFrom(undefined, '  ', '\t');
const anyEscapes = fc.constantFrom(undefined, /[a-m]/, /[^ -~]/, /["\\]/);

describe('a body', () => {
  it('is counted as it will be parsed, in any notation and division into chunks', () => {
    fc.assert(
      fc.property(anyBody, anySpace, anyEscapes, anyCut, (body, space, escapes, lengths) => {
        const json = written(body, space, escapes);
        expect(JSON.parse(json)).toEqual(body);
        const bytes = Buffer.from(json);
        const whole = scan(bytes);
        expect(scan(bytes, lengths)).toEqual(whole);
        // Separate cases cover names that differ from known names only in case.
        fc.pre(!('status' in whole));
        expect(whole).toMatchObject({ bytes: bytes.length, ...countsOf(body) });
        const { model } = whole;
        const modelName = model && (JSON.parse(bytes.toString('utf8', model.start, model.end)) as unknown);
        expect(modelName).toBe(typeof body['model'] === 'string' ? body['model'] : undefined);
      }),
    );
  });

  it('has equal results for any ends of its chunks', () => {
    const body = Buffer.from('{"m\\u006fdel":"gpt-\\ud83d\\ude00\\\\","é":[-1.5e3,true,{"ü":"\\""}],"n":null} ');
    const whole = scan(body);
    expect(whole).toEqual({
      bytes: body.length,
      values: 8,
      numbers: 1,
      depth: 3,
      numberBytes: 6,
      model: { start: 14, end: 34 },
    });
    for (let at = 1; at < body.length; at += 1) expect([at, scan(body, [at, body.length])]).toEqual([at, whole]);
    expect(scan(body, [1])).toEqual(whole);
  });

  it.each([
    ['', 'it ends at byte 0, before the object ends'],
    ['{', 'it ends at byte 1, before the object ends'],
    ['{"a":"', 'it ends at byte 6, before the object ends'],
    ['[]', 'it begins with a list'],
    [' "a"', 'it does not begin with a brace'],
    ['7', 'it does not begin with a brace'],
    ['null', 'it does not begin with a brace'],
    ['{} {}', 'another value follows at byte 3'],
    ['{}1', 'another value follows at byte 2'],
    ['{}}', 'no value can begin at byte 2'],
    ["{'a':1}", 'no value can begin at byte 1'],
    ['{"a":NaN}', 'no value can begin at byte 5'],
    ['{/* */}', 'no value can begin at byte 1'],
    ['\ufeff{}', 'it begins with a byte order mark'],
  ])('that is not a JSON object is refused with the position: %j', (body, why) => {
    expect([messageOf(body), messageOf(body, [1])]).toEqual([
      `The body must be a JSON object: ${why}.`,
      `The body must be a JSON object: ${why}.`,
    ]);
  });

  it.each([
    ['values next to numbers', { values: 3, numbers: 9, depth: 9 }, '{"a":["",1,2]}', '{"a":["",1,2,""]}'],
    ['empty objects', { values: 3, numbers: 9, depth: 9 }, '{"a":[{}]}', '{"a":[{},{}]}'],
    ['literals', { values: 3, numbers: 9, depth: 9 }, '{"a":[true]}', '{"a":[true,null]}'],
    ['numbers', { values: 9, numbers: 2, depth: 9 }, '{"a":[1,-2]}', '{"a":[1,-2,3e4]}'],
    ['levels', { values: 9, numbers: 9, depth: 3 }, '{"a":[{}]}', '{"a":[{"b":[]}]}'],
  ])('may have this many %s', (_, bounds, max, more) => {
    const message = messageOf(more, [1], bounds);
    expect(messageOf(max, [1], bounds)).toBeUndefined();
    expect(message).toBe(messageOf(more, undefined, bounds));
    expect(message).toMatch(/^The body (?:has more|is nested deeper) than \d/);
  });

  it('with as many numbers as an embedding of tokens, or values as a long conversation, is accepted', () => {
    const tokens = `{"model":"m","input":[${'[1,2,3,4,5,6,7,8,9,10],'.repeat(40_000)}[1]]}`;
    const conversation = `{"model":"m","messages":[${'{"role":"user","content":"a"},'.repeat(60_000)}{}]}`;
    expect(messageOf(tokens)).toBeUndefined();
    expect(messageOf(conversation)).toBeUndefined();
  });
});

describe('a name', () => {
  const AGAIN = 'JSON readers differ in which one they use. Send each name once.';

  it.each([
    ['{"model":"a","model":"b"}', 'The name "model"', 19],
    ['{"a":1,"\\u0061":2}', 'The name "a"', 14],
    ['{"é":1,"\\u00e9":2}', 'The name "é"', 15],
    ['{"😀":1,"\\ud83d\\ude00":2}', 'The name "😀"', 23],
    ['{"a/b":1,"a\\/b":2}', 'The name "a/b"', 14],
    ['{"\\t":1,"\\u0009":2}', 'The name "\\t"', 15],
    ['{"messages":[{"content":"a","role":"user","content":"b"}]}', 'The name "content"', 50],
    ['{"tools":[{"input_schema":{"properties":{"a":{},"a":{}}}}]}', 'The name "a"', 50],
    ['{"__proto__":1,"__proto__":2}', 'The name "__proto__"', 25],
    ['{"":1,"":2}', 'A long name', 7],
    // Servers that store texts in UTF-8 read either half of a pair as U+FFFD.
    ['{"\\ud800":1,"\\udc00":2}', 'The name "\\udc00"', 19],
  ])('that is repeated in an object is refused, in any notation: %s', (body, name, at) => {
    const message = `${name} appears twice in one object, the second time before byte ${at}. ${AGAIN}`;
    expect([messageOf(body), messageOf(body, [1])]).toEqual([message, message]);
  });

  it('that is repeated among many is refused at the end of its object', () => {
    const names = Array.from({ length: 40 }, (_, index) => `"n${index}":${index}`);
    expect(messageOf(`{${names.join()}}`)).toBeUndefined();
    for (const index of [0, 15, 16, 17, 39]) {
      const body = `{"a":{${[...names, `"n${index}":0`].join()}}}`;
      expect(messageOf(body, [7])).toBe(
        `A name appears twice in the object that ends at byte ${body.length - 2}. ${AGAIN}`,
      );
    }
  });

  it('may be in several objects, and within each other', () => {
    expect(messageOf('{"a":{"a":{"a":1},"b":[{"a":1},{"a":2}]},"b":{"a":1}}')).toBeUndefined();
  });

  it('that is repeated is refused by the API and the gateway equally', () => {
    const limits = { depth: 99, items: 99, members: 99, values: 999, text: 999, storable: false };
    const name = fc.constantFrom(
      '"a"',
      '"\\u0061"',
      '"b"',
      '"ab"',
      '"a\\u0062"',
      '"é"',
      '"\\u00E9"',
      '"\\n"',
      '"\\u000a"',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('1', '"a"', 'null'),
        fc.array(tie('value') as fc.Arbitrary<string>, { maxLength: 3 }).map((items) => `[${items.join()}]`),
        tie('object') as fc.Arbitrary<string>,
      ),
      object: fc
        .array(fc.tuple(name, tie('value') as fc.Arbitrary<string>), { maxLength: 4 })
        .map((members) => `{${members.map(([key, member]) => `${key}:${member}`).join()}}`),
    }));
    const object = fc.array(fc.tuple(name, value), { maxLength: 4 });
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(object, anyCut, (members, lengths) => {
        const json = `{${members.map(([key, member]) => `${key}:${member}`).join()}}`;
        let refused: string | undefined;
        try {
          readJson(Buffer.from(json), limits);
        } catch (error) {
          refused = (error as Error).message;
        }
        const message = messageOf(json, lengths);
        expect(message?.includes(' appears twice in ')).toBe(refused?.endsWith('appears twice.'));
        seen[message === undefined ? 'taken' : 'refused'] += 1;
      }),
      { seed: 1, numRuns: 400 },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(50);
  });

  it.each([
    ['{"Model":"a"}', 'Model', 'model', 7],
    ['{"model":"a","MODEL":"b"}', 'MODEL', 'model', 19],
    ['{"\\u004dodel":"a"}', 'Model', 'model', 12],
    ['{"Max_Tokens":1}', 'Max_Tokens', 'max_tokens', 12],
    ['{"me\u017fsages":[]}', 'me\u017fsages', 'messages', 11],
    ['{"\u212aind":1,"\u0130nput":""}', '\u0130nput', 'input', 19],
    ['{"model\\u0000":"a"}', 'model\0', 'model', 13],
    ['{"messages":[{"Content":"a"}]}', 'Content', 'content', 22],
    ['{"messages":[{"content":[{"type":"image","Source":{}}]}]}', 'Source', 'source', 48],
    ['{"messages":[{"content":[{"type":"tool_result","content":[{"Type":"image"}]}]}]}', 'Type', 'type', 64],
    ['{"input":[{"role":"user","Content":"a"}]}', 'Content', 'content', 33],
    ['{"system":[{"Text":"a"}]}', 'Text', 'text', 17],
    ['{"stream_options":{"Include_Usage":true}}', 'Include_Usage', 'include_usage', 33],
    ['{"thinking":{"Budget_Tokens":1}}', 'Budget_Tokens', 'budget_tokens', 27],
    ['{"tools":[{"Type":"function"}]}', 'Type', 'type', 16],
    ['{"tools":[{"function":{"Name":"f"}}]}', 'Name', 'name', 28],
  ])('that differs from a known one only in case is refused in fixed forms: %s', (body, name, known, at) => {
    const message = `The member ${JSON.stringify(name)}, before byte ${at}, differs from \`${known}\` only in case. Some servers treat both as one member, and others do not. Write \`${known}\`.`;
    expect([messageOf(body), messageOf(body, [1])]).toEqual([message, message]);
  });

  it('that differs from a known one after a NUL is shown by its first 64 characters', () => {
    const scanner = new BodyScanner();
    const fault = scanner.take(Buffer.from(`{"Model\\u0000${'x'.repeat(100)}":"a"}`));
    expect(fault?.message).toContain(`The member "Model\\u0000${'x'.repeat(58)}…", before byte 113, differs from`);
  });

  it.each([
    // Data may have any names.
    '{"metadata":{"Model":"a","model":"b"}}',
    '{"tools":[{"input_schema":{"properties":{"Type":{},"type":{},"Content":{}}}}]}',
    '{"tools":[{"type":"function","function":{"parameters":{"properties":{"Name":{}}}}}]}',
    '{"messages":[{"content":[{"type":"tool_use","input":{"Content":"a","Input":[{"Type":"b"}]}}]}]}',
    '{"response_format":{"json_schema":{"schema":{"properties":{"Role":{}}}}}}',
    '{"logit_bias":{"N":1}}',
    // Unknown names in any case.
    '{"X-Trace":"a","x-trace":"b","reasoningEffort":"low"}',
    '{"messages":[{"content":"Model MODEL"}]}',
  ])('is accepted if no reader confuses it with another: %s', (body) => {
    expect([messageOf(body), messageOf(body, [1])]).toEqual([undefined, undefined]);
  });
});

describe('bytes that are not UTF-8', () => {
  const body = (...bytes: readonly number[]): Buffer =>
    Buffer.from([...Buffer.from('{"a":"'), ...bytes, ...Buffer.from('"}')]);

  it.each<[string, number[], number]>([
    ['a lone continuation', [0x80], 6],
    ['Latin-1', [0x61, 0xe9, 0x61], 7],
    ['an overlong quote', [0xc0, 0xa2], 6],
    ['an overlong slash', [0xe0, 0x80, 0xaf], 6],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80], 6],
    ['a pair of surrogates', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], 6],
    ['beyond the last character', [0xf4, 0x90, 0x80, 0x80], 6],
    ['a byte that begins nothing', [0xff], 6],
    ['a character that is cut off', [0xc3, 0xa9, 0xf0, 0x9f, 0x98], 8],
  ])('are refused with their position: %s', (_, bytes, at) => {
    const message = `The body must be UTF-8, but byte ${at} is not. Encode the complete body as UTF-8.`;
    for (const lengths of [[99], [1], [2], [3], [5], [7]])
      expect([lengths, messageOf(body(...bytes), lengths)]).toEqual([lengths, message]);
  });

  it('are refused in names, and at the end of the body', () => {
    const named = Buffer.from([...Buffer.from('{"a'), 0xc1, 0x81, ...Buffer.from('":1}')]);
    expect(messageOf(named)).toBe('The body must be UTF-8, but byte 3 is not. Encode the complete body as UTF-8.');
    const cutOff = Buffer.from([...Buffer.from('{"a":"'), 0xe2, 0x82]);
    expect(messageOf(cutOff)).toBe('The body must be UTF-8, but byte 6 is not. Encode the complete body as UTF-8.');
  });

  it('are found with any ends of chunks, without false positives', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    const bytes = fc.oneof(
      text.map((value) => Buffer.from(value)),
      fc.uint8Array({ maxLength: 12 }).map((value) => Buffer.from(value)),
    );
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    fc.assert(
      fc.property(bytes, anyCut, (content, lengths) => {
        const quoted = body(...content.map((byte) => (byte === 0x22 || byte === 0x5c || byte < 0x20 ? 0x61 : byte)));
        let isRight = true;
        try {
          decoder.decode(quoted);
        } catch {
          isRight = false;
        }
        expect(messageOf(quoted, lengths)?.startsWith('The body must be UTF-8')).toBe(isRight ? undefined : true);
      }),
    );
  });
});

/** Counts the reads of a chunk's bytes, single or in a search. */
function watched(chunk: Buffer, seen: { bytes: number }): Buffer {
  return new Proxy(chunk, {
    get(target, key) {
      if (key === 'indexOf')
        return (byte: number, from: number): number => {
          const found = target.indexOf(byte, from);
          seen.bytes += (found === -1 ? target.length : found + 1) - from;
          return found;
        };
      if (key === 'length') return target.length;
      if (typeof key === 'string' && /^\d+$/.test(key)) seen.bytes += 1;
      return Reflect.get(target, key, target) as unknown;
    },
  });
}

describe('the work for a body before it is used', () => {
  const PIECES = {
    'empty lists': '[],',
    'empty objects': '{},',
    'empty texts': '"",',
    numbers: '1,',
    'one long number': '1',
    blanks: ' ',
    'escaped quotes': `"${'\\"'.repeat(400)}",`,
    backslashes: `"${'\\\\'.repeat(400)}",`,
    'long texts': `"${'a'.repeat(999)}",`,
    'one text of quotes': '\\"',
    'one long text': 'a',
    'equal names': '{"a":1,"b":1},',
    'long names': `{"${'k'.repeat(500)}":1},`,
    'escaped names': `{"${'\\u0061'.repeat(90)}":1},`,
    garbage: '"a" "b" : ',
  } as const;
  const BYTES = 20_000;

  it.each(Object.entries(PIECES))('is linear in its bytes: %s', (name, piece) => {
    const [open, close] = name.startsWith('one text') || name === 'one long text' ? ['"', '"'] : ['', '1'];
    const body = Buffer.from(`{"model":"m","messages":[${open}${piece.repeat(BYTES / piece.length)}${close}]}`);
    for (const lengths of [[body.length], [1], [7], [1_000]]) {
      const seen = { bytes: 0 };
      const scanner = new JsonScanner();
      for (const chunk of cut(body, lengths)) scanner.take(watched(chunk, seen));
      scanner.end();
      expect(seen.bytes).toBeLessThan(3 * body.length);
    }
  });

  it('is linear for an object with many names, which are checked again only at its end', () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `"n${index}":0`).join();
    const body = Buffer.from(`{"model":"m","metadata":{${names}}}`);
    const seen = { bytes: 0 };
    const scanner = new JsonScanner();
    expect(scanner.take(watched(body, seen))).toBeUndefined();
    expect(scanner.end()).toMatchObject({ values: 3_003, depth: 2 });
    expect(seen.bytes).toBeLessThan(3 * body.length);
  });

  it('ends at the first refused chunk', () => {
    const scanner = new JsonScanner();
    const refusal = scanner.take(Buffer.from('['));
    const seen = { bytes: 0 };
    expect(scanner.take(watched(Buffer.from('1'.repeat(1_000)), seen))).toBe(refusal);
    expect([scanner.end(), seen.bytes]).toEqual([refusal, 0]);
  });
});
