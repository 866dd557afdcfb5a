import { JOINING_SPACE } from './plain-notation.ts';

/** The possible values of digits with marks between them, as decimal texts. */
export interface DigitReading {
  /** The value without further context; undefined if it is ambiguous. */
  readonly certain?: string;
  /** Other possible values. */
  readonly possible: readonly string[];
}

/** The maximum number of digits to interpret; more digits are not a realistic answer. */
const MAX_DIGITS = 20_000;

/** Marks that only separate groups. */
const GROUP_ALONE = new Set(["'", '_', ' ', '٬']);
/** Marks that separate groups in some locales, and precede decimal places in others. */
const EITHER = new Set([',', '.']);
const DECIMAL_ALONE = '٫';

/**
 * The reading of a run of digits with marks. If the decimal mark is known, it decides whether a mark separates groups
 * or decimal places. Otherwise, `1,234` is read as 1234 and `1.234` as 1.234, with the other value as possible. Marks
 * that fit no single number separate several numbers, and the last one is read.
 *
 * @returns undefined for more than 20,000 digits
 */
export function readDigits(text: string, decimal: ',' | '.' | undefined): DigitReading | undefined {
  if (text.startsWith('.')) return bounded({ certain: `0${text}`, possible: [] });
  const groups = text.split(/[^0-9]/u);
  const marks = text.replaceAll('،', ',').replaceAll(JOINING_SPACE, ' ').replace(/[0-9]/gu, '').split('');
  const whole = wholeNumber(groups, marks);
  const places = withPlaces(groups, marks);
  if (whole !== undefined && places !== undefined) return bounded(decided(marks[0] ?? '', whole, places, decimal));
  if (whole !== undefined) return bounded({ certain: whole, possible: text.includes(' ') ? groups.slice(-1) : [] });
  if (places !== undefined) {
    const isListLike = marks.length === 1 && marks[0] === ',' && groups[0] !== '0';
    if (!isListLike) return bounded({ certain: places, possible: [] });
    // In China and Japan, groups can also have four digits.
    const grouped = groups[1]?.length === 4 ? [groups.join('')] : [];
    return bounded({ certain: places, possible: [...groups, ...grouped] });
  }
  const listed = text.slice(endOfLastMark(text));
  return listed === text ? bounded({ possible: groups }) : readDigits(listed, decimal);
}

function endOfLastMark(text: string): number {
  return 1 + Math.max(...[',', '،', ' ', JOINING_SPACE].map((mark) => text.lastIndexOf(mark)));
}

function bounded(reading: DigitReading): DigitReading | undefined {
  const length = (reading.certain?.length ?? 0) + reading.possible.reduce((sum, text) => sum + text.length, 0);
  return length > MAX_DIGITS ? undefined : reading;
}

function decided(mark: string, whole: string, places: string, decimal: ',' | '.' | undefined): DigitReading {
  if (decimal !== undefined) return { certain: mark === decimal ? places : whole, possible: [] };
  return mark === ',' ? { certain: whole, possible: [places] } : { certain: places, possible: [whole] };
}

/**
 * The integer of a number in groups: of three digits, of two digits before the last three as in India, or of four
 * digits as in China. Undefined if the groups fit no such form.
 */
function wholeNumber(groups: readonly string[], marks: readonly string[]): string | undefined {
  const [first = '', ...others] = groups;
  if (others.length === 0) return first;
  const isOneMark = marks.every((mark) => mark === marks[0]) && marks[0] !== DECIMAL_ALONE;
  if (!isOneMark || first.startsWith('0')) return undefined;
  return isGrouped(
    first.length,
    others.map(({ length }) => length),
  )
    ? groups.join('')
    : undefined;
}

function isGrouped(first: number, others: readonly number[]): boolean {
  if (others.every((length) => length === 3)) return first <= 3;
  if (others.length < 2) return false;
  if (others.every((length) => length === 4)) return first <= 4;
  return first <= 2 && others.at(-1) === 3 && others.slice(0, -1).every((length) => length === 2);
}

function withPlaces(groups: readonly string[], marks: readonly string[]): string | undefined {
  const last = marks.at(-1);
  if (last === undefined || GROUP_ALONE.has(last) || marks.slice(0, -1).includes(last)) return undefined;
  if (last !== DECIMAL_ALONE && !EITHER.has(last)) return undefined;
  const whole = wholeNumber(groups.slice(0, -1), marks.slice(0, -1));
  return whole === undefined ? undefined : `${whole}.${groups.at(-1) ?? ''}`;
}
