import { isFiller } from '../phrases/answer-cues.ts';
import { sentenceEnd } from '../phrases/explanations.ts';
import type { NamedChoice } from './find-choices.ts';

/** The characters with which a Markdown heading, list or quotation begins. */
const MARKDOWN = /^[#*+>\d-]/u;
/** The maximum number of marks to examine, from the last one backwards. */
const MAX_MARKS = 1_000;

/**
 * The choice after the last mark of a text: the first choice in the sentence. A heading or a list item that begins with
 * the mark does not count, unless it consists of the choice alone.
 *
 * @returns an empty list if the mark is followed by no choice; undefined if the text has no mark
 */
export function markedChoice(
  text: string,
  named: readonly NamedChoice[],
  mark: string,
): readonly NamedChoice[] | undefined {
  let looks = 0;
  for (let position = text.lastIndexOf(mark); position >= 0 && looks < MAX_MARKS; looks += 1) {
    const marked = choiceBehind(text, named, {
      place: position,
      end: position + mark.length,
      isMarkdown: isMarkdown(text, position, mark),
    });
    if (marked !== undefined) return marked;
    position = position === 0 ? -1 : text.lastIndexOf(mark, position - 1);
  }
  return undefined;
}

function isMarkdown(text: string, position: number, mark: string): boolean {
  return MARKDOWN.test(mark) && /(?:^|\n)[ \t]*$/u.test(text.slice(Math.max(0, position - 80), position));
}

function choiceBehind(
  text: string,
  named: readonly NamedChoice[],
  { place: position, end, isMarkdown: mayBeMarkdown }: { place: number; end: number; isMarkdown: boolean },
): readonly NamedChoice[] | undefined {
  if (mayBeMarkdown && text.charAt(position - 1) === text.charAt(position)) return undefined;
  const next = named.find(({ start }) => start >= end);
  const isNext = next !== undefined && isFiller(text.slice(end, Math.min(next.start, end + 200)));
  if (mayBeMarkdown) {
    const line = next === undefined ? 'none' : (text.slice(next.end, next.end + 200).split('\n')[0] ?? '');
    return isNext && /^[^\p{L}\p{N}]*$/u.test(line) ? [next] : undefined;
  }
  if (isNext && next.standing !== 'denied') return [next];
  const begin = end + (/^\s*/u.exec(text.slice(end, end + 200))?.[0].length ?? 0);
  const sentence = sentenceEnd(text, begin);
  const inSentence = named.filter(({ start, standing }) => start >= end && start < sentence && standing === 'plain');
  return inSentence.slice(0, 1);
}
