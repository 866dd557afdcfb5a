/** The part of a text that a mark declares as the answer. */
export interface MarkedAnswer {
  readonly start: number;
  readonly end: number;
  /** True if the last number in the part is the answer, as in `\boxed{x = 5}`; false if it is the first. */
  readonly isLast: boolean;
}

/** The mark before the final answer, as in the solutions of GSM8K. */
const FINAL_ANSWER = '####';
const BOX = '\\boxed';
/** The number of characters after a mark that are examined. */
const BEHIND = 400;

const NUMBER_FOLLOWS =
  /^\s*[*_`"'$([{=:~≈]*\s?(?:\\boxed\s?\{\s?)?(?:[a-zA-Z] ?= ?)?[-−—+±(]?\s?(?:\p{Lu}{0,3}\p{Sc}\s?)?[-−—]?\.?\d/u;
const NUMBERED_HEADING = /^[ \t]+\d+[.)][ \t]+\S/u;

/**
 * The text after the last `####`, or else in the last `\boxed{…}`. A Markdown heading is not a mark: it begins a line,
 * and continues with words or with the number of a section.
 */
export function markedAnswer(text: string): MarkedAnswer | undefined {
  for (let position = text.lastIndexOf(FINAL_ANSWER); position >= 0;) {
    const marked = markedAt(text, position);
    if (marked !== undefined) return marked;
    position = position === 0 ? -1 : text.lastIndexOf(FINAL_ANSWER, position - 1);
  }
  return boxedAnswer(text);
}

function markedAt(text: string, position: number): MarkedAnswer | undefined {
  if (text.charAt(position - 1) === '#' || text.charAt(position + 4) === '#') return undefined;
  const start = position + FINAL_ANSWER.length;
  const behind = text.slice(start, start + BEHIND);
  const isHeading = beginsLine(text, position) && (/^[ \t]*(?:\n|$)/u.test(behind) || /^[ \t]/u.test(behind));
  const hasNumber = NUMBER_FOLLOWS.test(behind) && !(isHeading && NUMBERED_HEADING.test(behind));
  if (isHeading && !hasNumber) return undefined;
  return { start, end: text.length, isLast: false };
}

function beginsLine(text: string, position: number): boolean {
  return /(?:^|\n)[ \t>]*$/u.test(text.slice(Math.max(0, position - 80), position));
}

function boxedAnswer(text: string): MarkedAnswer | undefined {
  const position = text.lastIndexOf(BOX);
  if (position < 0) return undefined;
  const open = /^\s?\{/u.exec(text.slice(position + BOX.length, position + BOX.length + 2));
  if (open === null) return undefined;
  const start = position + BOX.length + open[0].length;
  let depth = 1;
  for (let end = start; end < Math.min(text.length, start + BEHIND); end += 1) {
    const sign = text.charAt(end);
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth === 0) return { start, end, isLast: true };
  }
  return undefined;
}
