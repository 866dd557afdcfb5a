import { foldCase, plainTypography } from './typography.ts';

/**
 * The characters in which models wrap an answer: white space, quotes, and the marks of Markdown for bold, italic and
 * code.
 */
const WRAPPING = /[\s"'`*_]/u;
/** The ends of a sentence or a clause, in all scripts. */
const TERMINAL = /[\p{Sentence_Terminal}\p{Terminal_Punctuation}]/u;
const OPENING = /[¡¿]/u;

/**
 * A text without what does not change its meaning: one form of each character (`plainTypography`), without case, runs
 * of white space as one space, and without wrapping around it or punctuation at its end. Signs stay: `-5` is not `5`,
 * `C#` is not `C`.
 *
 * @param isInTurkish `I` is the capital of `ı`
 */
export function normalizeText(text: string, isInTurkish = false): string {
  const plain = foldCase(plainTypography(text), isInTurkish);
  // Walked from both ends: a pattern that is anchored at the end is tried at every place, and takes quadratic time.
  let start = 0;
  let end = plain.length;
  const isLeftOut = (position: number, more: RegExp): boolean =>
    WRAPPING.test(plain.charAt(position)) || more.test(plain.charAt(position));
  while (start < end && isLeftOut(start, OPENING)) start += 1;
  while (end > start && isLeftOut(end - 1, TERMINAL)) end -= 1;
  return plain.slice(start, end).replace(/\s+/gu, ' ');
}
