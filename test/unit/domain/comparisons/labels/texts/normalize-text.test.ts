import { describe, expect, it } from 'vitest';
import { normalizeText } from '../../../../../../domain/comparisons/labels/texts/normalize-text.ts';

describe('a normalized text', () => {
  it.each([
    ['Paris', 'paris'],
    ['  Paris.\n', 'paris'],
    ['**Paris**', 'paris'],
    ['`_Paris_`...', 'paris'],
    ['“Paris”', 'paris'],
    ["'Paris.'", 'paris'],
    ['New\t \nYork', 'new york'],
    ['ﬁve', 'five'],
    ['４２', '42'],
    ['Île', 'île'],
    ['I\u0302le', 'île'],
    ['-5', '-5'],
    ['C#', 'c#'],
    ['.5', '.5'],
    ['3.5', '3.5'],
    ['yes!', 'yes'],
    ['a.b', 'a.b'],
    ['it’s “so” now', `it's "so" now`],
    ['"x', 'x'],
    ['x"', 'x'],
    ['', ''],
    ['...', ''],
    ['" "', ''],
  ])('%j reads %j', (text, plain) => {
    expect(normalizeText(text)).toBe(plain);
  });

  it('takes no longer for inner white space than for letters', () => {
    expect(normalizeText(`a${' '.repeat(1_000_000)}b`)).toBe('a b');
    expect(normalizeText(' '.repeat(1_000_000))).toBe('');
  }, 5_000);

  it('keeps the characters of a text with a long row of marks, whose composition takes quadratic time', () => {
    const marks = '\u0323'.repeat(20) + '\u0301'.repeat(11);
    expect(normalizeText(` E${marks}. `)).toBe(`e${marks}`);
    expect(normalizeText('E\u0301')).toBe('\u00E9');
  });
});
