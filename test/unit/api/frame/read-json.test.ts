import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../api/frame/transport/read-json.ts';
import type { Refusal } from '../../../../domain/kernel/errors.ts';

const read = (json: string): unknown => readJson(Buffer.from(json));

function refusalOf(json: string): { detail: string; faults: Refusal['faults'] } {
  try {
    read(json);
  } catch (error) {
    const { message, faults } = error as Refusal;
    return { detail: message, faults };
  }
  throw new Error('It was read.');
}

describe('a JSON body', () => {
  it('is read in any valid JSON notation', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 8 });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.double({ noNaN: true }),
        fc.boolean(),
        fc.constant(null),
        name,
        tie('list'),
        tie('record'),
      ),
      list: fc.array(tie('value'), { maxLength: 5 }),
      record: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    }));
    const spaces = fc.constantFrom(undefined, 2, '\t');
    fc.assert(
      fc.property(value, spaces, (document, space) => {
        const json = JSON.stringify(document, undefined, space);
        expect(read(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  it.each([
    ['a list of 501', `{"a":[${'1,'.repeat(500)}1]}`, '/a', 'has more than 500 members'],
    [
      'an object of 65',
      JSON.stringify({ a: [Object.fromEntries(Array.from({ length: 65 }, (_, i) => [i, 1]))] }),
      '/a/0',
      'has more than 64 members',
    ],
    ['33 levels', `${'[['.repeat(16)}[`, '/0'.repeat(32), 'is nested deeper than 32 levels'],
    [
      'a text of 65,537',
      JSON.stringify({ 'a/b': { 'c~': 'x'.repeat(65_537) } }),
      '/a~1b/c~0',
      'has more than 65536 characters',
    ],
    [
      'a name of 65,537',
      JSON.stringify({ a: { ['x'.repeat(65_537)]: 1 } }),
      '/a',
      'has a member whose name has more than 65536 characters',
    ],
    [
      '4,097 values',
      JSON.stringify(Array.from({ length: 64 }, () => Array.from({ length: 63 }, () => 1)).concat([[1]])),
      '',
      'has more than 4096 values',
    ],
    ['one name twice', '{"a":1,"b":[{"c":1,"d":{"c":2},"c":3}]}', '/b/0/c', 'appears twice'],
    ['one name in two spellings', '{"a\\u0062":1,"ab":2}', '/ab', 'appears twice'],
    ['the name __proto__ twice', '{"__proto__":1,"__proto__":2}', '/__proto__', 'appears twice'],
  ])('is refused with its position for %s', (_name, json, pointer, detail) => {
    expect(refusalOf(json)).toEqual({
      detail: `${pointer === '' ? 'The body' : pointer} ${detail}.`,
      faults: [{ pointer, detail }],
    });
  });

  it.each([
    ['a list of 500', JSON.stringify(Array(500).fill('x'))],
    ['32 levels', `${'['.repeat(32)}${']'.repeat(32)}`],
    ['a text of 65,536', JSON.stringify('\\'.repeat(32_768)).replace(/\\\\$/, '')],
    ['one name in two objects', '[{"a":1},{"a":{"a":2}}]'],
    ['a text that looks like marks', '{"a":"{[,\\"a\\":\\\\","b":"\\u0041"}'],
  ])('is read with %s', (_name, json) => {
    expect(read(json)).toEqual(JSON.parse(json));
  });

  it.each([
    ['NUL', '"\\u0000"', ''],
    ['half a pair', '{"a":["x","\\ud800\\u0041"]}', '/a/1'],
    ['half a pair in a name', '{"\\udfff":1}', ''],
    ['NUL in a name', '{"a":{"b":1,"c\\u0000":2}}', '/a'],
  ])('is refused with %s', (_name, json, pointer) => {
    expect(refusalOf(json)).toEqual({
      detail: 'The request contains a string with NUL or half of a surrogate pair. Remove it.',
      faults: [{ pointer, detail: 'contains NUL or half of a surrogate pair: remove it' }],
    });
  });

  const VALUE = 'a value is expected';
  const TEXT = 'a value is expected, such as a string in double quotes';
  it.each([
    ['', 1, 1, VALUE],
    ['{', 1, 2, 'a closing brace or a comma is expected'],
    ['"', 1, 1, 'the text has no closing quote'],
    ['"\\', 1, 1, 'the text has no closing quote'],
    ['{"a"', 1, 5, 'a colon is expected'],
    ['[1,]', 1, 4, VALUE],
    [']', 1, 1, VALUE],
    ['{"a":1,}', 1, 8, 'a member name in double quotes is expected'],
    ['\ufeff{}', 1, 1, TEXT],
    ['{\n  "a": NaN\n}', 2, 8, TEXT],
    ["{'a':1}", 1, 2, TEXT],
    ['1 2', 1, 3, 'nothing more is expected behind the value'],
    ['{"a":01}', 1, 7, 'a comma is expected'],
    ['{"a":1]', 1, 7, 'a comma is expected'],
    ['// a\n{}', 1, 1, 'JSON has no comments'],
    ['[{"\\x":1}]', 1, 3, 'no such escape exists in JSON'],
  ])('is refused with the position if it is not JSON: %j', (json, line, column, what) => {
    const detail = `is not valid JSON: at line ${line}, column ${column}, ${what}`;
    expect(refusalOf(json)).toEqual({ detail: `The body ${detail}.`, faults: [{ pointer: '', detail }] });
  });

  it('is refused without a position if it is long', () => {
    const detail = 'is not valid JSON in UTF-8';
    const json = `{"a":"${'x'.repeat(60_000)}","b":"${'x'.repeat(60_000)}","c":"${'x'.repeat(20_000)}"`;
    expect(refusalOf(json)).toEqual({ detail: `The body ${detail}.`, faults: [{ pointer: '', detail }] });
  });
});
