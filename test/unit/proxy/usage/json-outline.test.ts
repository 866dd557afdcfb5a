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
      'of a short object is the object',
      '{"a":1,"b":{"c":[1,{"d":2}],"e":"f"}}',
      { a: 1, b: { c: [1, { d: 2 }], e: 'f' } },
    ],
    ['of an empty object is one', ' { } \n', {}],
    ['leaves out a long member', `{"a":1,"b":"${LONG}","c":2}`, { a: 1, c: 2 }],
    ['leaves out a long list', `{"a":[${'1,'.repeat(9_000)}1],"c":2}`, { c: 2 }],
    ['leaves out the first or the last member', `{"a":"${LONG}","b":1,"c":"${LONG}"}`, { b: 1 }],
    [
      'keeps short members of a long object',
      `{"b":{"c":"${LONG}","usage":{"n":1}},"d":2}`,
      { b: { usage: { n: 1 } }, d: 2 },
    ],
    ['leaves out a long object two levels down', `{"b":{"c":{"d":"${LONG}"},"e":1}}`, { b: { e: 1 } }],
    ['leaves out what has a long name', `{"${LONG}":{"usage":1},"d":2}`, { d: 2 }],
    ['takes marks within texts for texts', `{"a":"}{][,\\"","b":"${LONG}\\\\","usage":1}`, { a: '}{][,"', usage: 1 }],
    [
      'believes no usage within a text',
      `{"a":"${LONG}\\",\\"usage\\":{\\"n\\":9}","usage":{"n":1}}`,
      { usage: { n: 1 } },
    ],
    ['believes no usage further down', `{"a":[{"usage":{"n":9}},"${LONG}"],"usage":{"n":1}}`, { usage: { n: 1 } }],
    ['believes the last of two', `{"usage":{"n":9},"a":"${LONG}","usage":{"n":1}}`, { usage: { n: 1 } }],
    ['of a list is none', `["${LONG}"]`, undefined],
    ['of a text is none', `"{}"`, undefined],
    ['of what is cut off is none', `{"usage":{"n":1},"a":"${LONG}`, undefined],
    ['of what goes on behind its end is none', '{"usage":1}{"usage":2}', undefined],
    ['of what goes on with a text is none', '{"usage":1}"x"', undefined],
    ['of nothing is none', '', undefined],
    ['of something between members is none', '{"a":{"b":1} 5,"c":2}', undefined],
  ])('%s', (_name, text, expected) => {
    for (const size of [Infinity, 1, 2, 1_000]) expect(outlineOf(text, size)).toEqual(expected);
  });

  it('of any object of short members is what a parser reads, however it is cut', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.json()), fc.integer({ min: 1, max: 9 }), (texts, size) => {
        const members = Object.entries(texts).map(([name, text]) => `${JSON.stringify(name)} : ${text}`);
        const document = `{${members.join(' ,\n')}}`;
        expect(outlineOf(document, size)).toEqual(JSON.parse(document));
      }),
    );
  });

  it('holds no more than 72 KiB, of whatever comes', () => {
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

  it('goes as deep as it is asked to without a stack', () => {
    const deep = `{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)},"usage":1}`;
    expect(outlineOf(deep, 65_536)).toEqual({ usage: 1 });
  });
});
