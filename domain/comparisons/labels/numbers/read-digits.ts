import { JOINING_SPACE } from './plain-notation.ts';

/** The possible meanings of digits with marks between them, as decimal texts. */
export interface DigitReading {
  /** The meaning if the context decides nothing. */
  readonly certain?: string;
  /** Other values that they may mean. */
  readonly possible: readonly string[];
}

/** Digits that are read; more of them are no figure that anybody checks. */
const MAX_DIGITS = 20_000;

/** Marks that only stand between groups. */
const GROUP_ALONE = new Set(["'", '_', ' ', '٬']);
/** Marks that stand between groups in some places and before decimal places in others. */
const EITHER = new Set([',', '.']);
const DECIMAL_ALONE = '٫';

/**
 * The meaning of a run of digits with the marks between them. A given decimal mark decides whether a mark stands for
 * groups or for decimal places. Without one, `1,234` is 1234 and `1.234` is 1.234, and the other reading is possible.
 * Marks that fit no single number separate several numbers, of which the last is read.
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
    // China and Japan also group by four digits.
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

/** Groups of one number: of three digits, as in India of two before the last three, or as in China of four. */
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
