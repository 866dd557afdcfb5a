import type { TextFinding, Findings } from '../text/text-finding.ts';
import { createKeywordFinder } from '../text/keyword-finder.ts';

/** Finds words and phrases of a list, without regard to the case of letters. A part of a longer word does not match. */
export function createWordDetector(words: readonly string[]): (text: string) => Findings {
  const find = createKeywordFinder(words);
  return (text) => {
    const found: TextFinding[] = [];
    let steps = text.length;
    find(text, (index, end) => {
      const start = end - (words[index] ?? '').length;
      steps += 2;
      if (!isWordBefore(text, start) && !isWordAt(text, end)) found.push({ kind: 'word', start, end });
    });
    return { found: withoutInner(found), steps };
  };
}

const WORD = /^[\p{L}\p{N}_]/u;

function isWordAt(text: string, at: number): boolean {
  return WORD.test(String.fromCodePoint(text.codePointAt(at) ?? 32));
}

function isWordBefore(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const isLow = before >= 0xdc00 && before < 0xe000;
  return at > 0 && isWordAt(text, isLow ? at - 2 : at - 1);
}

/** The findings that are in no other one, in their order. */
function withoutInner(found: readonly TextFinding[]): TextFinding[] {
  const kept: TextFinding[] = [];
  for (const finding of found.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (finding.end > (kept.at(-1)?.end ?? 0)) kept.push(finding);
  return kept;
}
