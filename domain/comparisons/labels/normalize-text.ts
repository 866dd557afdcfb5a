import { composeText } from '../../kernel/text/compose-text.ts';

/** What models wrap an answer in: white space, quotes, and the marks of Markdown for bold, italic and code. */
const WRAPPING = /[\s"'`*_“”‘’«»]/u;

/**
 * A text without what does not change its meaning: compatible forms of a character as one (NFKC), in lower case, runs of white
 * space as one space, and without wrapping around it or a full stop at its end. Signs stay: `-5` is not `5`, `C#` is not `C`. A text
 * that cannot be composed keeps its characters.
 */
export function normalizeText(text: string): string {
  const plain = (composeText(text, 'NFKC') ?? text).toLowerCase();
  // Walked from both ends: a pattern that is anchored at the end is tried at every place, and takes quadratic time.
  let start = 0;
  let end = plain.length;
  while (WRAPPING.test(plain.charAt(start))) start += 1;
  while (WRAPPING.test(plain.charAt(end - 1)) || plain.charAt(end - 1) === '.') end -= 1;
  return plain.slice(start, end).replace(/\s+/gu, ' ');
}
