/** The maximum bytes of an opaque value. A longer value is cut, never refused. */
const MAX_BYTES = 128;

/**
 * The value of a header as text of at most 128 bytes, read as UTF-8. A character that the cut would split is left out.
 * A control character becomes a blank, because ids of facts contain none. Undefined if nothing is left.
 * @param value the value as Node gives it: one character per byte
 */
export function headerText(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = isAscii(value) ? value.slice(0, MAX_BYTES) : decodeCut(value);
  const clean = text.replaceAll(/\p{Cc}/gu, ' ').trim();
  return clean === '' ? undefined : clean;
}

function isAscii(value: string): boolean {
  return !/[^\p{ASCII}]/u.test(value);
}

function decodeCut(value: string): string {
  // A byte that is not UTF-8 is read as U+FFFD, which has three bytes, so the result is measured and not the input. A
  // character across the bound is at most three bytes longer.
  const read = Buffer.from(Buffer.from(value.slice(0, MAX_BYTES + 3), 'latin1').toString('utf8'));
  let end = Math.min(read.length, MAX_BYTES);
  // The first byte that is left out continues a character before it.
  while (isContinuation(read[end])) end -= 1;
  return read.toString('utf8', 0, end);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
