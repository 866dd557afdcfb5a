import { foldCase, plainTypography } from './typography.ts';

/**
 * The characters with which models wrap an answer: white space, quotes, and the Markdown marks for bold, italic and
 * code.
 */
const WRAPPING = /[\s"'`*_]/u;
/** The characters that end a sentence or a clause, in all scripts. */
const TERMINAL = /[\p{Sentence_Terminal}\p{Terminal_Punctuation}]/u;
const OPENING = /[¡¿]/u;

/**
 * A text without differences that do not change its meaning. Each character has one form (`plainTypography`) and no
 * case, and each run of white space is one space. Wrapping at both ends and punctuation at the end are removed. Signs
 * remain: `-5` is not `5`, and `C#` is not `C`.
 *
 * @param isInTurkish true if `I` is the capital of `ı`
 */
export function normalizeText(text: string, isInTurkish = false): string {
  const plain = foldCase(plainTypography(text), isInTurkish);
  // The loops start from both ends, because a pattern that is anchored at the end is tried at every position and takes
  // quadratic time.
  let start = 0;
  let end = plain.length;
  const isLeftOut = (position: number, more: RegExp): boolean =>
    WRAPPING.test(plain.charAt(position)) || more.test(plain.charAt(position));
  while (start < end && isLeftOut(start, OPENING)) start += 1;
  while (end > start && isLeftOut(end - 1, TERMINAL)) end -= 1;
  return plain.slice(start, end).replace(/\s+/gu, ' ');
}
