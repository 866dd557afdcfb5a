import { characterEntropy } from '../text/character-entropy.ts';
import type { TextFinding, Findings } from '../text/text-finding.ts';
import { LETTERS_AND_DIGITS, unitSet } from '../text/word-characters.ts';

const isTokenUnit = unitSet(`${LETTERS_AND_DIGITS}+/=_-`);

const SHORTEST = 20;
/** A longer word is data, such as an image, and not a secret. */
const LONGEST = 256;

/** The least bits a character. A random text of 16 digits reaches 4 at most, so each alphabet has its own bound. */
const LEAST_BITS = { hex: 3, base64: 4.5 } as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Finds words that look random: of 20 to 256 characters, with digits, and with many different characters. */
export function findHighEntropy(text: string): Findings {
  const found: TextFinding[] = [];
  let steps = text.length;
  for (let start = 0; start < text.length; start += 1) {
    if (!isTokenUnit(text.charCodeAt(start))) continue;
    let end = start;
    while (end < text.length && isTokenUnit(text.charCodeAt(end))) end += 1;
    const length = end - start;
    if (length >= SHORTEST && length <= LONGEST) {
      steps += length;
      const kind = kindOf(text.slice(start, end));
      if (kind !== undefined) found.push({ kind, start, end });
    }
    start = end;
  }
  return { found, steps };
}

function kindOf(word: string): 'hex' | 'base64' | undefined {
  if (!/\d/.test(word) || UUID.test(word)) return undefined;
  const kind = /^[0-9a-fA-F]+$/.test(word) ? 'hex' : 'base64';
  return characterEntropy(word) >= LEAST_BITS[kind] ? kind : undefined;
}
