/** A text in another notation, with the way back to what stood there. */
export interface PlainText {
  readonly text: string;
  /** The part of the original that a part of the text was made of. */
  readonly original: (start: number, end: number) => string;
}

/**
 * A text in which each match of a pattern is replaced. The pattern has the flags `gu`, and never matches nothing.
 *
 * @param plain what stands for a match; `before` is the character in front of it, `undefined` at the beginning
 */
export function rewriteText(
  original: string,
  pattern: RegExp,
  plain: (match: RegExpExecArray, before: string | undefined) => string,
): PlainText {
  const parts: string[] = [];
  /** Ends of the replaced parts, in the text and in the original: between two of them both go on alike. */
  const plainEnds = [0];
  const originalEnds = [0];
  let done = 0;
  let length = 0;
  for (const match of original.matchAll(pattern)) {
    const replacement = plain(match, original[match.index - 1]);
    parts.push(original.slice(done, match.index), replacement);
    length += match.index - done + replacement.length;
    done = match.index + match[0].length;
    plainEnds.push(length);
    originalEnds.push(done);
  }
  parts.push(original.slice(done));
  const originalAt = (place: number, isEnd: boolean): number => {
    const index = lastUpTo(plainEnds, isEnd ? place - 1 : place);
    const there = (originalEnds[index] ?? 0) + (place - (plainEnds[index] ?? 0));
    const next = originalEnds[index + 1];
    return next === undefined ? there : Math.min(there, isEnd ? next : next - 1);
  };
  return {
    text: parts.join(''),
    original: (start, end) => original.slice(originalAt(start, false), originalAt(end, true)),
  };
}

/** The index of the last number of a rising list that is no larger. */
function lastUpTo(ends: readonly number[], place: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ends[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
