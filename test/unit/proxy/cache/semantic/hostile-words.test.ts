import { describe, expect, it } from 'vitest';
import { composeText } from '../../../../../domain/kernel/text/compose-text.ts';
import { normalizeBody } from '../../../../../proxy/request/print/normalize-body.ts';
import { identifierTokens, readIdentifiers } from '../../../../../proxy/cache/semantic/read-identifiers.ts';
import { readQuotations } from '../../../../../proxy/cache/semantic/read-quotations.ts';
import { splitUserText } from '../../../../../proxy/request/print/split-user-text.ts';
import { createTextFeaturesReader } from '../../../../../proxy/cache/semantic/text-features-reader.ts';
import { createRandom } from '../../../../../testing/random.ts';
import { protocolAt } from '../../../../../providers/protocols/registry.ts';

/** Two combining marks that normalization puts in order. */
const [ABOVE, BELOW] = ['\u0301', '\u0323'];

function wordsOf(text: string): string | undefined {
  return splitUserText(protocolAt('messages'), { messages: [{ role: 'user', content: text }] })?.words;
}

describe('compared words', () => {
  it.each<[string, string]>([
    ['a character that becomes 18', `${'\uFDFA'.repeat(1_990)} now`],
    ['a character that expands to 18, once too often', '\uFDFA'.repeat(112)],
    ['a character that becomes three in NFC', '\uFB2C'.repeat(667)],
    ['marks that are put in order', `a${(ABOVE + BELOW).repeat(999)}`],
    ['31 marks in a row', `a${ABOVE.repeat(31)}`],
    ['halfwidth marks that are put in order', `\uFF76${'\uFF9E\u0301'.repeat(16)}`],
    ['text above the limit of normalization', `${' '.repeat(8_000)}a`],
    ['blanks without end', ' '.repeat(1_000_000)],
  ])('are absent for %s', (_, text) => {
    expect(wordsOf(text)).toBeUndefined();
  });

  it.each<[string, string, number]>([
    ['a character that expands to 18, up to the limit', '\uFDFA'.repeat(111), 111],
    ['30 marks in a row', `a${ABOVE.repeat(30)}`, 30],
    ['characters that NFC joins', '\u1100\u1161'.repeat(2_000), 2_000],
    ['blanks at the ends', `${' '.repeat(3_000)}a${' '.repeat(3_000)}`, 1],
    ['digits', '1'.repeat(2_000), 2_000],
  ])('may be %s', (_, text, length) => {
    expect(wordsOf(text)?.length).toBe(length);
  });
});

describe('a text', () => {
  it('is composed if its marks are in short rows, and unchanged otherwise', () => {
    const long = `e${ABOVE}${BELOW.repeat(40)}`;
    expect([composeText(`e${ABOVE}`, 'NFC'), composeText(long, 'NFC')]).toEqual(['\u00E9', undefined]);
    const body = { messages: [{ role: 'user', content: ` ${long} ` }] };
    expect(normalizeBody(protocolAt('messages'), body)).toEqual({ messages: [{ content: long, role: 'user' }] });
  });
});

/** Texts with characters that begin, join and end identifiers, numbers and quotations. */
function anyText(random: ReturnType<typeof createRandom>): string {
  const pieces = [
    'a',
    'B',
    '7',
    '\u0663',
    '.',
    '_',
    '/',
    '@',
    '#',
    '\\',
    '-',
    ' ',
    '"',
    '«',
    '»',
    '`',
    ABOVE,
    '😀',
    '𝒳',
    "'",
  ];
  return Array.from({ length: random.whole(0, 40) }, () => random.pick(pieces)).join('');
}

describe('identifiers', () => {
  const WHOLE = /[\p{L}\p{N}]+(?:[._/@#\\]+[\p{L}\p{N}]+)+/gu;

  it('are found like by one pattern that tries each beginning', () => {
    const random = createRandom(30);
    for (let turn = 0; turn < 5_000; turn += 1) {
      const text = anyText(random);
      const found = (text.match(WHOLE) ?? []).filter((word) => /\p{L}/u.test(word));
      expect([text, readIdentifiers(text)]).toEqual([text, found]);
    }
  });

  it.each<[string, string]>([
    ['digits', '1'.repeat(2_000)],
    ['letters', 'a'.repeat(2_000)],
    ['joiners', '.'.repeat(2_000)],
    ['joined letters', 'a.'.repeat(1_000)],
    ['marks', ABOVE.repeat(2_000)],
    ['halves of characters', '\uD835'.repeat(2_000)],
    ['all of these', anyText(createRandom(31)).repeat(50)],
  ])('check each character of %s in one token', (_, text) => {
    expect(identifierTokens(text).join('')).toBe(text);
  });
});

describe('quotations', () => {
  const WHOLE = /"([^"]*)"|«([^»]*)»|`([^`]*)`/gu;

  it('are found like by one pattern that tries each beginning', () => {
    const random = createRandom(32);
    for (let turn = 0; turn < 5_000; turn += 1) {
      const text = anyText(random);
      const found = [...text.matchAll(WHOLE)].map(([, double, angled, code]) => double ?? angled ?? code);
      expect([text, readQuotations(text)]).toEqual([text, found]);
    }
  });

  it('of a mark without an end are searched once', () => {
    let looked = 0;
    class Watched extends String {
      override indexOf(search: string, from?: number): number {
        const found = super.indexOf(search, from);
        looked += (found === -1 ? this.length : found) - (from ?? 0);
        return found;
      }
    }
    const text = '«"`'.repeat(660) + 'x';
    expect(readQuotations(new Watched(text) as unknown as string)).toEqual(readQuotations(text));
    expect(looked).toBeLessThan(3 * text.length);
  });
});

it('words of a text are read once', () => {
  const read = createTextFeaturesReader();
  expect(read('Is it open?')).toBe(read('Is it open?'));
  expect(read('Is it open?').words).toEqual(['is', 'it', 'open']);
});
