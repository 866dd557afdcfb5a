import type { TextFinding, Findings } from '../text/text-finding.ts';
import { isDigit, isWordUnit } from '../text/word-characters.ts';

/** The numbers that an issuer gives out: the lowest and the highest beginning, and the lengths. */
interface IssuerRange {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly lengths: readonly number[];
}

const SIXTEEN = [16] as const;
const SIXTEEN_TO_NINETEEN = [16, 17, 18, 19] as const;

/** The ranges of ISO/IEC 7812 that payment networks have published. A number belongs to the first range that fits. */
const ISSUER_RANGES: readonly IssuerRange[] = [
  { kind: 'visa', from: '4', to: '4', lengths: [13, 16, 19] },
  { kind: 'mastercard', from: '51', to: '55', lengths: SIXTEEN },
  { kind: 'mastercard', from: '2221', to: '2720', lengths: SIXTEEN },
  { kind: 'american-express', from: '34', to: '34', lengths: [15] },
  { kind: 'american-express', from: '37', to: '37', lengths: [15] },
  { kind: 'discover', from: '6011', to: '6011', lengths: SIXTEEN_TO_NINETEEN },
  { kind: 'discover', from: '644', to: '659', lengths: SIXTEEN_TO_NINETEEN },
  { kind: 'diners-club', from: '300', to: '305', lengths: [14, ...SIXTEEN_TO_NINETEEN] },
  { kind: 'diners-club', from: '3095', to: '3095', lengths: [14, ...SIXTEEN_TO_NINETEEN] },
  { kind: 'diners-club', from: '36', to: '36', lengths: [14, ...SIXTEEN_TO_NINETEEN] },
  { kind: 'diners-club', from: '38', to: '39', lengths: [14, ...SIXTEEN_TO_NINETEEN] },
  { kind: 'jcb', from: '3528', to: '3589', lengths: SIXTEEN_TO_NINETEEN },
  { kind: 'unionpay', from: '62', to: '62', lengths: SIXTEEN_TO_NINETEEN },
  { kind: 'mir', from: '2200', to: '2204', lengths: SIXTEEN_TO_NINETEEN },
];

/** The sizes of groups as cards print them. A number without separators has one group. */
const GROUPINGS: readonly string[] = ['4,4,4,4', '4,4,4,4,3', '4,6,5', '4,6,4'];

/** The longest number with its separators. */
const MAX_SPAN = 24;

/** Finds card numbers: an issuer's range, its length, a valid check digit, and groups as cards have them. */
export function findCards(text: string): Findings {
  const found: TextFinding[] = [];
  let steps = text.length;
  for (let start = 0; start < text.length; start += 1) {
    if (!isDigit(text.charCodeAt(start)) || continuesNumber(text, start)) continue;
    const run = readGroups(text, start);
    steps += run.end - start;
    const kind = run.isBroken ? undefined : issuerOf(run.digits, run.groups);
    if (kind !== undefined) found.push({ kind, start, end: run.end });
    start = run.end - 1;
  }
  return { found, steps };
}

/** True if the characters before a position make it a part of a longer number or word. */
function continuesNumber(text: string, start: number): boolean {
  if (start === 0) return false;
  const before = text.charCodeAt(start - 1);
  if (isWordUnit(before)) return true;
  const isSeparator = before === 46 || before === 44 || before === 45;
  return isSeparator && start > 1 && isWordUnit(text.charCodeAt(start - 2));
}

interface Run {
  readonly digits: string;
  readonly groups: readonly number[];
  readonly end: number;
  /** True if the digits go on, or belong to a word or to a decimal number. */
  readonly isBroken: boolean;
}

/** Groups of digits with one kind of separator between them: a space or a hyphen. */
function readGroups(text: string, start: number): Run {
  let end = start;
  let digits = '';
  const groups: number[] = [];
  let separator: number | undefined;
  for (;;) {
    const from = end;
    while (end < text.length && end - start <= MAX_SPAN && isDigit(text.charCodeAt(end))) end += 1;
    digits += text.slice(from, end);
    groups.push(end - from);
    const after = text.charCodeAt(end);
    const isSeparator = after === 32 || after === 45;
    if (!isSeparator || (separator ?? after) !== after || !isDigit(text.charCodeAt(end + 1))) break;
    if (end - start > MAX_SPAN) break;
    separator = after;
    end += 1;
  }
  return { digits, groups, end, isBroken: goesOn(text, end) };
}

/** True if the characters from a position on make what is before it a part of a longer number or word. */
function goesOn(text: string, end: number): boolean {
  const after = text.charCodeAt(end);
  const next = text.charCodeAt(end + 1);
  if (after === 46 || after === 44) return isDigit(next);
  return isWordUnit(after) || (after === 45 && isWordUnit(next));
}

function issuerOf(digits: string, groups: readonly number[]): string | undefined {
  if (groups.length > 1 && !GROUPINGS.includes(groups.join(','))) return undefined;
  const range = ISSUER_RANGES.find(
    ({ from, to, lengths }) =>
      lengths.includes(digits.length) && digits.slice(0, from.length) >= from && digits.slice(0, to.length) <= to,
  );
  return range !== undefined && hasLuhnDigit(digits) ? range.kind : undefined;
}

/** True if the last digit is the check digit by the formula of Luhn. */
function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const weighted = place % 2 === 0 ? digit : 2 * digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
