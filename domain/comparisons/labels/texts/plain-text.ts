/** A text in another notation, with a mapping back to the original. */
export interface PlainText {
  readonly text: string;
  /** The part of the original from which a part of the text was made. */
  readonly original: (start: number, end: number) => string;
}

/** The bounds of the replaced parts, in the text and in the original. */
interface Replaced {
  readonly starts: number[];
  readonly ends: number[];
  readonly originalStarts: number[];
  readonly originalEnds: number[];
}

/**
 * A text with each match of a pattern replaced. The pattern has the flag `g`, and never matches an empty string.
 *
 * @param plain gives the replacement of a match; `before` is the preceding character, `undefined` at the beginning
 */
export function rewriteText(
  original: string,
  pattern: RegExp,
  plain: (match: RegExpExecArray, before: string | undefined) => string,
): PlainText {
  const parts: string[] = [];
  const replaced: Replaced = { starts: [], ends: [], originalStarts: [], originalEnds: [] };
  let done = 0;
  let length = 0;
  for (const match of original.matchAll(pattern)) {
    const replacement = plain(match, original[match.index - 1]);
    parts.push(original.slice(done, match.index), replacement);
    length += match.index - done;
    replaced.starts.push(length);
    replaced.originalStarts.push(match.index);
    length += replacement.length;
    done = match.index + match[0].length;
    replaced.ends.push(length);
    replaced.originalEnds.push(done);
  }
  parts.push(original.slice(done));
  return {
    text: parts.join(''),
    original: (start, end) => original.slice(originalPlace(replaced, start, false), originalPlace(replaced, end, true)),
  };
}

/**
 * The offset in the original of an offset in the text. Within a replaced part, it is the beginning or the end of the
 * original part.
 */
function originalPlace(replaced: Replaced, position: number, isEnd: boolean): number {
  const index = lastUpTo(replaced.starts, isEnd ? position - 1 : position);
  const [start, end] = [replaced.starts[index], replaced.ends[index]];
  const [originalStart, originalEnd] = [replaced.originalStarts[index], replaced.originalEnds[index]];
  if (start === undefined || end === undefined || originalStart === undefined || originalEnd === undefined)
    return position;
  if (isEnd ? position > end : position >= end) return originalEnd + (position - end);
  if (end - start === originalEnd - originalStart) return originalStart + (position - start);
  return isEnd ? originalEnd : originalStart;
}

/** The index of the last number in an ascending list that is at most the bound; -1 without such a number. */
function lastUpTo(numbers: readonly number[], bound: number): number {
  let low = -1;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= bound) low = middle;
    else high = middle - 1;
  }
  return low;
}
