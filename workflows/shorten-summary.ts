const MAX_SUMMARY_BYTES = 200;
const MARK = '…';
const MARK_BYTES = 3;

/**
 * A summary within Temporal's limit of 200 bytes of UTF-8. A longer text, such as one with long names, ends with an
 * ellipsis.
 */
export function shortenSummary(sentence: string): string {
  let bytes = 0;
  let kept = '';
  for (const character of sentence) {
    bytes += bytesOf(character);
    if (bytes > MAX_SUMMARY_BYTES) return `${kept}${MARK}`;
    if (bytes <= MAX_SUMMARY_BYTES - MARK_BYTES) kept += character;
  }
  return sentence;
}

function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
