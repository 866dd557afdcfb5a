import { Buffer } from 'node:buffer';
import { DIMENSION_LIMITS } from './dimension-names.ts';

const MAX_BYTES = DIMENSION_LIMITS.bytes;

/**
 * The value of a dimension as every way of sending stores it: at most 128 bytes in UTF-8, without control characters. A
 * longer value is cut, and a character that the cut would split is omitted. A control character becomes a blank.
 * Undefined if nothing but blanks is left.
 */
export function dimensionText(value: string): string | undefined {
  const clean = cut(value)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return clean === '' ? undefined : clean;
}

function cut(value: string): string {
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (value.length * 3 <= MAX_BYTES) return value;
  // Each unit takes at least one byte. A pair that this splits is beyond the bound anyway.
  const bytes = Buffer.from(value.slice(0, MAX_BYTES));
  if (value.length <= MAX_BYTES && bytes.length <= MAX_BYTES) return value;
  let end = Math.min(bytes.length, MAX_BYTES);
  // The first byte that is omitted continues a character before it.
  while (isContinuation(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
