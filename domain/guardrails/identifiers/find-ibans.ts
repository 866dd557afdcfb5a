import type { TextFinding, Findings } from '../text/text-finding.ts';
import { isCapital, isDigit, isWordUnit } from '../text/word-characters.ts';
import { IBAN_LENGTHS } from './iban-lengths.ts';

/**
 * Finds international bank account numbers in capital letters, in one word or in groups of four. The country determines
 * the length, so a word behind the number never changes its check digits.
 */
export function findIbans(text: string): Findings {
  const found: TextFinding[] = [];
  let steps = text.length;
  for (let start = 0; start + 4 < text.length; start += 1) {
    if (!isDigit(text.charCodeAt(start + 3)) || !isDigit(text.charCodeAt(start + 2))) continue;
    if (!isCapital(text.charCodeAt(start)) || !isCapital(text.charCodeAt(start + 1))) continue;
    if (start > 0 && isWordUnit(text.charCodeAt(start - 1))) continue;
    const length = IBAN_LENGTHS[text.slice(start, start + 2)];
    if (length === undefined) continue;
    const { iban, end } = readIban(text, start, length);
    steps += end - start;
    if (iban.length !== length || isWordUnit(text.charCodeAt(end)) || !hasIbanChecksum(iban)) continue;
    found.push({ kind: 'iban', start, end });
    start = end - 1;
  }
  return { found, steps };
}

/** The next letters and digits up to a number of them. A single space may stand before each group of four. */
function readIban(text: string, start: number, length: number): { readonly iban: string; readonly end: number } {
  const isGrouped = text.charCodeAt(start + 4) === 32;
  let iban = '';
  let end = start;
  while (iban.length < length) {
    const isGap = isGrouped && iban.length > 0 && iban.length % 4 === 0;
    const at = isGap ? end + 1 : end;
    if (isGap && text.charCodeAt(end) !== 32) break;
    const unit = text.charCodeAt(at);
    if (!isDigit(unit) && !isCapital(unit)) break;
    iban += text[at] ?? '';
    end = at + 1;
  }
  return { iban, end };
}

/** True if the number is 1 modulo 97, with letters as 10 to 35 and the first four characters at its end (ISO 7064). */
function hasIbanChecksum(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
