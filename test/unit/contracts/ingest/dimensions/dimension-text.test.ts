import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dimensionText } from '../../../../../contracts/ingest/dimensions/dimension-text.ts';

describe('the value of a dimension', () => {
  it.each([
    ['a text', 'ada', 'ada'],
    ['blanks around it', '  ada \t', 'ada'],
    ['nothing but blanks', ' \n\u0085', undefined],
    ['nothing', '', undefined],
    ['control characters', 'a\tb\u0000c\u009fd\u007fe', 'a b c d e'],
    ['128 bytes', 'a'.repeat(128), 'a'.repeat(128)],
    ['129 bytes', 'a'.repeat(129), 'a'.repeat(128)],
    ['characters of two bytes', 'é'.repeat(65), 'é'.repeat(64)],
    ['half of one at the end', `a${'é'.repeat(64)}`, `a${'é'.repeat(63)}`],
    ['characters of four bytes', '😀'.repeat(33), '😀'.repeat(32)],
    ['a part of one at the end', `${'a'.repeat(127)}😀`, 'a'.repeat(127)],
    ['a blank at the cut', `${'a'.repeat(127)} b`, 'a'.repeat(127)],
  ])('of %s', (_, value, text) => {
    expect(dimensionText(value)).toBe(text);
  });

  it('has at most 128 bytes, is the beginning of the value, and stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (value) => {
        const text = dimensionText(value) ?? '';
        const clean = value.replaceAll(/\p{Cc}/gu, ' ').trimStart();
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(128);
        expect(clean.startsWith(text)).toBe(true);
        expect(dimensionText(text) ?? '').toBe(text);
      }),
    );
  });
});
