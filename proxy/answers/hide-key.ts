/** The minimum length of a piece of a key that is hidden: shorter pieces occur in any text. */
const MIN_PIECE = 8;
/** The maximum characters of a key before and after a mask. */
const MAX_AROUND = 64;

/**
 * The masks of keys in answers of providers: stars, dots, crosses, and an ellipsis or bullets in UTF-8 or as escapes of
 * JSON.
 */
const MASK = /(?:\*|\.{2}|\xe2\x80[\xa2\xa6]|\\u202[26]|[xX]{3})(?:[*.xX]|\xe2\x80[\xa2\xa6]|\\u202[26])*/g;

/** The public prefix of a provider's keys, such as `sk-proj-` or `sk-ant-api03-`. */
const PUBLIC = /^(?:[A-Za-z]{1,12}\d{0,2}[-_]){0,3}/;

const STAR = 0x2a;

/**
 * A text without the pieces of a key in it, whether complete, partial or masked, such as `sk-ab****wxyz`. A star
 * replaces each byte of a piece, so that the length stays the same and JSON stays valid. The same buffer if there are
 * no pieces.
 * @param key undefined if there is no key to hide
 */
export function hideKey(bytes: Buffer, key: string | undefined): Buffer {
  return key === undefined ? bytes : maskSpans(bytes, keySpans(bytes, key));
}

/**
 * The spans of a key's pieces in a text, whether complete, partial or masked, in the order of their starts. Spans may
 * overlap.
 */
export function keySpans(bytes: Buffer, key: string): KeySpan[] {
  const text = bytes.toString('latin1');
  const open = Math.min(PUBLIC.exec(key)?.[0].length ?? 0, Math.floor(key.length / 2));
  const spans = [...piecesIn(text, key, open), ...maskedIn(text, key, open)];
  return spans.sort(([one], [other]) => one - other);
}

/** A text with stars in some spans; the same buffer if there are none. */
export function maskSpans(bytes: Buffer, spans: readonly KeySpan[]): Buffer {
  if (spans.length === 0) return bytes;
  const hidden = Buffer.from(bytes);
  for (const [start, end] of spans) hidden.fill(STAR, start, end);
  return hidden;
}

export type KeySpan = readonly [start: number, end: number];

function piecesIn(text: string, key: string, open: number): KeySpan[] {
  const length = Math.min(MIN_PIECE, key.length);
  const spans: KeySpan[] = [];
  for (let from = Math.max(0, open - length + 1); from + length <= key.length; from += 1) {
    const piece = key.slice(from, from + length);
    for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) spans.push([at, at + length]);
  }
  return spans;
}

/** The spans of a mask with the end of the key after it, the beginning of the key before it, or both. */
function maskedIn(text: string, key: string, open: number): KeySpan[] {
  const spans: KeySpan[] = [];
  for (const { index, 0: mask } of text.matchAll(MASK)) {
    const end = index + mask.length;
    const before = Math.min(index, key.length);
    const head = longest((length) => length <= before && text.startsWith(key.slice(0, length), index - length));
    const tail = longest((length) => length <= key.length && text.startsWith(key.slice(-length), end));
    if (tail >= 4 || head > open || (head >= 3 && tail >= 2)) spans.push([index - head, end + tail]);
  }
  return spans;
}

function longest(fits: (length: number) => boolean): number {
  for (let length = MAX_AROUND; length > 0; length -= 1) if (fits(length)) return length;
  return 0;
}
