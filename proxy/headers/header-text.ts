/** The most bytes of an opaque value; what is longer is cut, never refused. */
const MAX_BYTES = 128;

/**
 * The value of a header as text of at most 128 bytes, read as UTF-8. A character that the cut goes through is left out,
 * a control character becomes a blank, because ids of facts hold none. Undefined where nothing is left.
 * @param value as Node gives it: a character for each byte
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
  // A byte that is no UTF-8 reads U+FFFD, of three bytes: what is kept is measured, not what came in. A character that
  // the bound goes through is at most three bytes longer.
  const read = Buffer.from(Buffer.from(value.slice(0, MAX_BYTES + 3), 'latin1').toString('utf8'));
  let end = Math.min(read.length, MAX_BYTES);
  // The first byte that is left out belongs to a character before it.
  while (isContinuation(read[end])) end -= 1;
  return read.toString('utf8', 0, end);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
