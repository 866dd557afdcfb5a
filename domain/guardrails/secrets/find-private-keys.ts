import type { TextFinding, Findings } from '../text/text-finding.ts';
import { LETTERS_AND_DIGITS, unitSet } from '../text/word-characters.ts';

const BEGIN = '-----BEGIN ';
const DASHES = '-----';
const LONGEST_LABEL = 64;

/** Fewer characters are a placeholder: the shortest private key, of Ed25519, has 64. */
const SHORTEST_BODY = 64;

const isBase64Unit = unitSet(`${LETTERS_AND_DIGITS}+/=`);

/** Finds private keys in PEM and of PGP, also in a string with escaped line breaks, and keys that break off. */
export function findPrivateKeys(text: string): Findings {
  const found: TextFinding[] = [];
  let steps = text.length;
  for (let start = text.indexOf(BEGIN); start !== -1; start = text.indexOf(BEGIN, start + BEGIN.length)) {
    const label = text.slice(start + BEGIN.length, start + BEGIN.length + LONGEST_LABEL).split(DASHES, 1)[0] ?? '';
    if (!/PRIVATE KEY(?: BLOCK)?$/.test(label)) continue;
    const body = start + BEGIN.length + label.length + DASHES.length;
    const dashes = text.indexOf(DASHES, body);
    const end = dashes === -1 ? text.length : dashes;
    steps += end - body;
    if (!hasKeyBody(text, body, end)) continue;
    const closing = `${DASHES}END ${label}${DASHES}`;
    found.push({ kind: 'private-key', start, end: text.startsWith(closing, end) ? end + closing.length : end });
  }
  return { found, steps };
}

/** True if a part of the text has at least as many characters of base64 as the shortest key. */
function hasKeyBody(text: string, from: number, to: number): boolean {
  let count = 0;
  for (let index = from; index < to && count < SHORTEST_BODY; index += 1)
    if (isBase64Unit(text.charCodeAt(index))) count += 1;
  return count >= SHORTEST_BODY && !/\.\.\.|…/.test(text.slice(from, Math.min(to, from + 2 * SHORTEST_BODY)));
}
