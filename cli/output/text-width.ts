import stringWidth from 'string-width';

/** The number of terminal columns that a text without control characters takes. */
export function textWidth(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/** The text, shortened from its middle to this number of columns, so that its beginning and its end stay visible. */
export function shortenMiddle(text: string, width: number, ellipsis: string): string {
  if (textWidth(text) <= width) return text;
  const kept = width - textWidth(ellipsis);
  if (kept <= 0) return ellipsis.slice(0, width);
  const parts = [...segments.segment(text)].map(({ segment }) => segment);
  const head = takeWhile(parts, Math.ceil(kept / 2));
  const tail = takeWhile(parts.toReversed(), Math.floor(kept / 2)).toReversed();
  return `${head.join('')}${ellipsis}${tail.join('')}`;
}

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first parts that fit into a width. */
function takeWhile(parts: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const part of parts) {
    used += textWidth(part);
    if (used > width) break;
    taken.push(part);
  }
  return taken;
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
