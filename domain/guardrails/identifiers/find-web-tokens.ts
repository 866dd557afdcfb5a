import type { TextFinding, Findings } from '../text/text-finding.ts';
import { LETTERS_AND_DIGITS, unitSet } from '../text/word-characters.ts';

const BASE64_URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const isTokenUnit = unitSet(`${LETTERS_AND_DIGITS}-_`);

/** The shortest header: that of `{"alg":"x"}`. */
const MIN_HEADER = 15;

/** The longest header that is decoded. Real headers have some 100 characters. */
const MAX_HEADER = 4_096;

/** Finds JSON Web Tokens by their structure: a header that is a JSON object with `alg`, claims, and a signature. */
export function findWebTokens(text: string): Findings {
  const found: TextFinding[] = [];
  let steps = text.length;
  for (let start = text.indexOf('eyJ'); start !== -1; start = text.indexOf('eyJ', start + 3)) {
    if (start > 0 && isTokenUnit(text.charCodeAt(start - 1))) continue;
    const ends = segmentEnds(text, start);
    steps += (ends.at(-1) ?? start) - start;
    const [header = start, claims, signature] = ends;
    if (claims === undefined || signature === undefined || !isHeaderLength(header - start)) continue;
    if (!text.startsWith('eyJ', header + 1) || !hasAlgorithm(text.slice(start, header))) continue;
    found.push({ kind: 'jwt', start, end: signature });
    start = signature;
  }
  return { found, steps };
}

function isHeaderLength(length: number): boolean {
  return length >= MIN_HEADER && length <= MAX_HEADER;
}

/** The ends of three segments that are separated by full stops; fewer if there are fewer. */
function segmentEnds(text: string, start: number): number[] {
  const ends: number[] = [];
  let at = start;
  for (;;) {
    while (at < text.length && isTokenUnit(text.charCodeAt(at))) at += 1;
    ends.push(at);
    if (ends.length === 3 || text[at] !== '.') return ends;
    at += 1;
  }
}

function hasAlgorithm(header: string): boolean {
  try {
    const value = JSON.parse(decodeAscii(header)) as unknown;
    return typeof value === 'object' && value !== null && 'alg' in value && typeof value.alg === 'string';
  } catch {
    // A text that is not JSON is no header.
    return false;
  }
}

/** The bytes of a base64url text as characters. Headers are ASCII. */
function decodeAscii(text: string): string {
  let decoded = '';
  let bits = 0;
  let count = 0;
  for (const character of text) {
    bits = (bits << 6) | BASE64_URL.indexOf(character);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    decoded += String.fromCharCode((bits >> count) & 255);
    bits &= (1 << count) - 1;
  }
  return decoded;
}
