/**
 * The ranges of invisible characters, both ends inclusive: format characters, default-ignorable characters of Unicode,
 * and control characters beyond ASCII.
 */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0x80, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

const BLANK: readonly (readonly [number, number])[] = [
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];

/**
 * The classes of a regular expression for characters that are removed from a name, and for those that count as a space.
 * They are the same in every engine.
 */
export const INVISIBLE_CLASS = classOf(INVISIBLE);
export const BLANK_CLASS = classOf(BLANK);

/** The pairs that case folding treats as equal and lower-casing does not. */
export const CASE_FOLD_PAIRS: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['ς', 'σ'],
];

const INVISIBLE_RUN = new RegExp(`${INVISIBLE_CLASS}+`, 'gu');
const BLANK_RUN = new RegExp(`${BLANK_CLASS}+`, 'gu');

/**
 * The normalized name of a person, equal for all spellings: without invisible characters, in the form NFKC,
 * case-folded, with single spaces between words and none at the ends. A name that would be empty is unchanged.
 * `analytics/judges/person-sql.ts` implements the same for ClickHouse.
 *
 * @param name at most 512 bytes
 */
export function normalizePerson(name: string): string {
  let plain = name.replace(INVISIBLE_RUN, '').normalize('NFKC').toLowerCase();
  for (const [letter, folded] of CASE_FOLD_PAIRS) plain = plain.replaceAll(letter, folded);
  plain = plain.replace(BLANK_RUN, ' ').trim();
  return plain === '' ? name : plain;
}

function classOf(ranges: readonly (readonly [number, number])[]): string {
  return `[${ranges.map(([from, to]) => `${String.fromCodePoint(from)}-${String.fromCodePoint(to)}`).join('')}]`;
}
