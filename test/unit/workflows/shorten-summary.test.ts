import { describe, expect, it } from 'vitest';
import { shortenSummary } from '../../../workflows/shorten-summary.ts';

const bytes = (text: string): number => Buffer.byteLength(text);

describe('the summary of a workflow', () => {
  it.each([
    ['one byte', 'a', 200],
    ['two bytes', 'ü', 100],
    ['four bytes', '🙂', 50],
  ])('with characters of %s keeps all of 200 bytes', (_, character, fitting) => {
    const sentence = character.repeat(fitting);
    expect(bytes(sentence)).toBe(200);
    expect(shortenSummary(sentence)).toBe(sentence);
  });

  it.each([
    // The ellipsis takes 3 bytes, so 197 are left.
    ['one byte', 'a', 197, 200],
    ['two bytes', 'ü', 98, 199],
    ['three bytes', '京', 65, 198],
    ['four bytes', '🙂', 49, 199],
  ])('with more characters of %s ends in an ellipsis, and in no half of one', (_, character, kept, size) => {
    const summary = shortenSummary(character.repeat(201));
    expect(summary).toBe(`${character.repeat(kept)}…`);
    expect(bytes(summary)).toBe(size);
  });

  it('counts each character by its size', () => {
    expect(shortenSummary(`${'a'.repeat(195)}京b`)).toBe(`${'a'.repeat(195)}京b`);
    expect(shortenSummary(`${'a'.repeat(195)}京京`)).toBe(`${'a'.repeat(195)}…`);
  });

  it('skips nothing in the middle of a long one', () => {
    const summary = shortenSummary(`${'a'.repeat(196)}🙂bcdefgh`);
    expect(summary).toBe(`${'a'.repeat(196)}…`);
  });
});
