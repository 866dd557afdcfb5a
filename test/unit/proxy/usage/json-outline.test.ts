import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonOutline } from '../../../../proxy/usage/json-outline.ts';

function outlineOf(text: string | Buffer, size = Infinity): unknown {
  const outline = new JsonOutline();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) outline.see(bytes.subarray(at, at + size));
  return outline.end();
}

const LONG = 'x'.repeat(9_000);

describe('an outline', () => {
  it.each<[string, string, unknown]>([
    [
      'of a short object equals the object',
      '{"a":1,"b":{"c":[1,{"d":2}],"e":"f"}}',
      { a: 1, b: { c: [1, { d: 2 }], e: 'f' } },
    ],
    ['of an empty object is an empty object', ' { } \n', {}],
    ['excludes a long member', `{"a":1,"b":"${LONG}","c":2}`, { a: 1, c: 2 }],
    ['excludes a long list', `{"a":[${'1,'.repeat(9_000)}1],"c":2}`, { c: 2 }],
    ['excludes the first or the last member', `{"a":"${LONG}","b":1,"c":"${LONG}"}`, { b: 1 }],
    [
      'keeps short members of a long object',
      `{"b":{"c":"${LONG}","usage":{"n":1}},"d":2}`,
      { b: { usage: { n: 1 } }, d: 2 },
    ],
    ['excludes a long object two levels down', `{"b":{"c":{"d":"${LONG}"},"e":1}}`, { b: { e: 1 } }],
    ['excludes a member with a long name', `{"${LONG}":{"usage":1},"d":2}`, { d: 2 }],
    ['treats marks within texts as text', `{"a":"}{][,\\"","b":"${LONG}\\\\","usage":1}`, { a: '}{][,"', usage: 1 }],
    [
      'ignores a usage within a text',
      `{"a":"${LONG}\\",\\"usage\\":{\\"n\\":9}","usage":{"n":1}}`,
      { usage: { n: 1 } },
    ],
    ['ignores a usage further down', `{"a":[{"usage":{"n":9}},"${LONG}"],"usage":{"n":1}}`, { usage: { n: 1 } }],
    ['uses the last of two', `{"usage":{"n":9},"a":"${LONG}","usage":{"n":1}}`, { usage: { n: 1 } }],
    ['of a list is absent', `["${LONG}"]`, undefined],
    ['of a text is absent', `"{}"`, undefined],
    ['of an incomplete object is absent', `{"usage":{"n":1},"a":"${LONG}`, undefined],
    ['of an object with a rest is absent', '{"usage":1}{"usage":2}', undefined],
    ['of an object followed by a text is absent', '{"usage":1}"x"', undefined],
    ['of an empty text is absent', '', undefined],
    ['of an object with other text between members is absent', '{"a":{"b":1} 5,"c":2}', undefined],
  ])('%s', (_name, text, expected) => {
    for (const size of [Infinity, 1, 2, 1_000]) expect(outlineOf(text, size)).toEqual(expected);
  });

  it('of any object with short members equals a parser’s result, with any division', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.json()), fc.integer({ min: 1, max: 9 }), (texts, size) => {
        const members = Object.entries(texts).map(([name, text]) => `${JSON.stringify(name)} : ${text}`);
        const document = `{${members.join(' ,\n')}}`;
        expect(outlineOf(document, size)).toEqual(JSON.parse(document));
      }),
    );
  });

  it('uses at most 72 KiB, for any input', () => {
    const outline = new JsonOutline();
    let held = 0;
    for (let member = 0; member < 20_000; member += 1) {
      outline.see(Buffer.from(`${member === 0 ? '{' : ','}"m${member}":{"n":"${'x'.repeat(100)}`));
      outline.see(Buffer.from('"}'));
      held = Math.max(held, outline.heldBytes);
    }
    expect(held).toBeGreaterThan(60_000);
    expect(held).toBeLessThanOrEqual(73_728);
    outline.see(Buffer.from('}'));
    expect(outline.end()).toMatchObject({ m0: { n: 'x'.repeat(100) } });
  });

  it('reads as deep as configured without recursion', () => {
    const deep = `{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)},"usage":1}`;
    expect(outlineOf(deep, 65_536)).toEqual({ usage: 1 });
  });
});
