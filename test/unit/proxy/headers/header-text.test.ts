import { describe, expect, it } from 'vitest';
import { headerText } from '../../../../proxy/headers/header-text.ts';

/** A header text in Node's form: one character per byte. */
const sent = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

describe('the text of a header', () => {
  it.each([
    ['plain text', 'a'.repeat(128), 'a'.repeat(128)],
    ['plain text that is too long', 'a'.repeat(129), 'a'.repeat(128)],
    ['a text of 128 bytes', sent('ü'.repeat(64)), 'ü'.repeat(64)],
    ['a text whose last character exceeds the limit', sent(`${'a'.repeat(127)}ü`), 'a'.repeat(127)],
    ['the same with three bytes', sent(`${'a'.repeat(126)}日`), 'a'.repeat(126)],
    ['the same with four bytes', sent(`${'a'.repeat(125)}🚀`), 'a'.repeat(125)],
    ['a character that ends at the bound', sent(`${'a'.repeat(124)}🚀b`), `${'a'.repeat(124)}🚀`],
    ['a text of no UTF-8', '\u00ff'.repeat(128), '\ufffd'.repeat(42)],
    ['a byte of no UTF-8 in a text', `a\u00ff${'b'.repeat(200)}`, `a\ufffd${'b'.repeat(124)}`],
    ['only continuation bytes', '\u0080'.repeat(300), '\ufffd'.repeat(42)],
    [
      'a character that was cut when it was sent',
      `${'a'.repeat(10)}${sent('日').slice(0, 2)}`,
      `${'a'.repeat(10)}\ufffd`,
    ],
  ])('is at most 128 bytes long: %s', (_, value, expected) => {
    expect(headerText(value)).toBe(expected);
    expect(Buffer.byteLength(expected)).toBeLessThanOrEqual(128);
  });

  it.each([
    ['of ASCII', 'a\tb\u007fc', 'a b c'],
    ['of U+0080 to U+009F', sent('a\u0080b\u0085c\u009fd'), 'a b c d'],
  ])('has no control character %s', (_, value, expected) => {
    expect(headerText(value)).toBe(expected);
  });

  it.each([undefined, '', '  ', '\t', sent('\u0085')])('is absent if nothing of %j remains', (value) => {
    expect(headerText(value)).toBeUndefined();
  });
});
