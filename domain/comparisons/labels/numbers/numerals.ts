import { findNumerals, type NumeralSpan } from './find-numerals.ts';
import { isContinued, joinedReading, numberRelation, MAX_JOINED_DISTANCE } from './joined-numbers.ts';
import { numeralValue, OPEN_READING, type NumberReading } from './numeral-value.ts';
import { readNumeral, type Numeral } from './read-numeral.ts';
import { textBeforeSign } from './read-sign.ts';

/** A number with its reading and its span, including its sign. */
export interface FoundNumber extends NumeralSpan {
  readonly reading: NumberReading;
  /** True if it is the result of a written calculation. */
  readonly isComputed: boolean;
}

/** The numbers of a text. */
export interface Numerals {
  /** The last number of a part that may be an answer. */
  readonly lastWithin: (part: NumeralSpan) => FoundNumber | undefined;
  /** The first number at or after an offset that may be an answer. */
  readonly next: (position: number) => FoundNumber | undefined;
  /** The first number of a part; the result, if it begins a calculation. */
  readonly firstWithin: (part: NumeralSpan) => FoundNumber | undefined;
}

/** The maximum number of numbers to examine in one search. */
const MAX_LOOKS = 1_000;

/** The numbers of a text in plain notation. */
export function createNumerals(text: string, decimal: ',' | '.' | undefined): Numerals {
  const spans = findNumerals(text);
  const read = (index: number): Numeral | undefined => {
    const span = spans[index];
    const numeral = span && readNumeral(text, span, decimal);
    return numeral?.standing === 'plain' && isAlsoDenied(index) ? { ...numeral, standing: 'denied' } : numeral;
  };
  /** True for 7 in `not 6 or 7`. */
  const isAlsoDenied = (index: number): boolean => {
    const [before, span] = [spans[index - 1], spans[index]];
    if (before === undefined || numberRelation(text, before, span) !== 'range') return false;
    return readNumeral(text, before, decimal).standing === 'denied';
  };
  const found = (index: number, numeral: Numeral, isComputed = false): FoundNumber => {
    const { start, end } = spans[index] ?? { start: 0, end: 0 };
    const before = text.slice(Math.max(0, start - MAX_JOINED_DISTANCE), start);
    const joined = expressionAt({ text, spans, decimal, numeralAt: read }, index);
    if (joined !== undefined) return { ...joined, isComputed };
    return { reading: numeral.reading, isComputed, start: start - before.length + textBeforeSign(before).length, end };
  };

  function lastWithin(part: NumeralSpan): FoundNumber | undefined {
    let other: FoundNumber | undefined;
    let isLabel = false;
    const last = countBefore(spans, part.end) - 1;
    for (let index = last; index >= 0 && (spans[index]?.start ?? 0) >= part.start; index -= 1) {
      const numeral = read(index);
      if (numeral === undefined || last - index >= MAX_LOOKS) break;
      if (numeral.standing === 'plain') return found(index, numeral);
      if (numeral.standing === 'part') continue;
      const isFirstLabel: boolean = numeral.standing === 'label' && !isLabel;
      if (other !== undefined && !isFirstLabel) continue;
      isLabel ||= isFirstLabel;
      other = { ...found(index, numeral), ...(isFirstLabel ? {} : { reading: OPEN_READING }) };
    }
    return other;
  }

  /** The index of the first number at or after an offset that may be an answer; -1 without such a number. */
  function indexFrom(position: number): number {
    const first = countBefore(spans, position);
    for (let index = first; index < spans.length && index - first < MAX_LOOKS; index += 1) {
      const standing = read(index)?.standing;
      if (standing === 'plain' || standing === 'label') return index;
    }
    return -1;
  }

  function next(position: number): FoundNumber | undefined {
    const index = indexFrom(position);
    const numeral = read(index);
    return numeral && found(index, numeral);
  }

  function firstWithin(part: NumeralSpan): FoundNumber | undefined {
    const index = indexFrom(part.start);
    const numeral = read(index);
    return numeral === undefined || (spans[index]?.end ?? 0) > part.end
      ? undefined
      : resultFrom(index, numeral, part.end);
  }

  /** The result of the calculation that begins with a number. */
  function resultFrom(first: number, numeral: Numeral, end: number): FoundNumber {
    let result = found(first, numeral);
    for (let index = first + 1; index < Math.min(spans.length, first + MAX_LOOKS); index += 1) {
      const [span, before] = [spans[index], spans[index - 1]];
      if (span === undefined || before === undefined || span.end > end) break;
      const operand = read(index);
      if (operand?.standing === 'part') continue;
      if (operand === undefined || !isContinued(text, before, span)) break;
      result = found(index, operand, true);
    }
    return result;
  }

  return { lastWithin, next, firstWithin };
}

/** The numbers of a text, with what the reading of an expression needs. */
interface Operands {
  readonly text: string;
  readonly spans: readonly NumeralSpan[];
  readonly decimal: ',' | '.' | undefined;
  readonly numeralAt: (index: number) => Numeral | undefined;
}

/** The calculation, range or date that contains a number; undefined if the number is separate. */
function expressionAt(
  { text, spans, decimal, numeralAt }: Operands,
  index: number,
): Pick<FoundNumber, 'reading' | 'start' | 'end'> | undefined {
  const isFirst = numberRelation(text, spans[index - 1], spans[index]) === undefined;
  const [left, right] = isFirst ? [index, index + 1] : [index - 1, index];
  const [leftSpan, rightSpan] = [spans[left], spans[right]];
  const joint = numberRelation(text, leftSpan, rightSpan);
  const operand = numeralAt(left);
  if (joint === undefined || leftSpan === undefined || rightSpan === undefined || operand === undefined)
    return undefined;
  if (operand.standing === 'label' || operand.standing === 'name') return undefined;
  // The first number is joined only to a number that directly follows: `3–5`, but not `3 to 5`.
  if (isFirst && rightSpan.start - leftSpan.end > 2) return undefined;
  const isLonger =
    numberRelation(text, spans[left - 1], leftSpan) !== undefined ||
    numberRelation(text, rightSpan, spans[right + 1]) !== undefined;
  const bare = numeralValue(text.slice(rightSpan.start, rightSpan.end), decimal);
  return {
    reading: isLonger ? OPEN_READING : joinedReading(operand.reading, bare, joint),
    start: leftSpan.start,
    end: rightSpan.end,
  };
}

/** The number of spans that begin before an offset. */
function countBefore(spans: readonly NumeralSpan[], position: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
