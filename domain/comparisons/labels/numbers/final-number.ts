import { absoluteDifference, type Fraction } from '../../../kernel/fraction.ts';
import { findAnswerCueEnds, isFiller } from '../phrases/answer-cues.ts';
import { sentenceEnd, statementEnd } from '../phrases/explanations.ts';
import { markedAnswer, type MarkedAnswer } from './marked-answer.ts';
import { createNumerals, type FoundNumber, type Numerals } from './numerals.ts';
import { hasNumberWord, statesNumberWord } from './number-words.ts';
import { OPEN_READING, type NumberReading } from './numeral-value.ts';
import { plainNotation } from './plain-notation.ts';
import { introducesNumber } from './read-sign.ts';

/** The number that an answer gives, and the text from which it was read. */
export interface FinalNumber {
  readonly reading: NumberReading;
  readonly from: string;
}

/** Words that correct the preceding statement. */
const CORRECTS =
  /\b(?:wait|no,|actually|correction|sorry|oops|instead|recheck|however|recount|mistake)\b|不对|等等|違う|nein,|non,/iu;
/** The number of characters after a number or an announcing word that are examined. */
const BEHIND = 400;
/** The maximum length of a unit or of the name of counted items. */
const MAX_UNIT = 30;
const CONCLUDES = /(?:[=≈]|(?<!\p{L})(?:so|thus|therefore|hence|also|donc|is|are|gives|makes))[\s$]*$/iu;
/** A colon or a parenthesis before a number, as after a label such as `Confidence: 95`. */
const LABELED = /[:：(]\s*$/u;
/** The maximum number of announcing words to examine, from the last one backwards. */
const MAX_NAMES = 100;

/**
 * The number that an answer gives: after its mark (`####`, `\boxed{…}`), else after words that announce it
 * (`The answer is 5`), else the last one.
 *
 * @param decimal the decimal mark, if it is known
 * @returns undefined if the answer gives no number
 */
export function finalNumber(answer: string, decimal: ',' | '.' | undefined): FinalNumber | undefined {
  const { text, original } = plainNotation(answer);
  const found = foundNumber(text, createNumerals(text, decimal));
  return found && { reading: found.reading, from: original(found.start, found.end) };
}

function foundNumber(text: string, numerals: Numerals): FoundNumber | undefined {
  const marked = markedAnswer(text);
  if (marked !== undefined) return markedNumber(text, numerals, marked);
  const last = numerals.lastWithin({ start: 0, end: text.length });
  const stated = leadingNumber(text, numerals, last) ?? namedNumber(text, numerals, last);
  if (stated !== undefined) return stated;
  if (last === undefined) return hasNumberWord(text) ? openPart(text, 0) : undefined;
  const explained = beforeAside(text, numerals, last);
  if (explained !== undefined) return explained;
  return statesNumberWord(text.slice(last.end, last.end + BEHIND)) ? openPart(text, last.end) : last;
}

function markedNumber(text: string, numerals: Numerals, marked: MarkedAnswer): FoundNumber | undefined {
  const found = marked.isLast ? numerals.lastWithin(marked) : numerals.firstWithin(marked);
  if (found !== undefined) return found;
  return hasNumberWord(text.slice(marked.start, Math.min(marked.end, marked.start + BEHIND)))
    ? openPart(text, marked.start)
    : undefined;
}

/** A part of the text that contains a number in an unsupported form. */
function openPart(text: string, start: number): FoundNumber {
  return { reading: OPEN_READING, isComputed: false, start, end: Math.min(text.length, start + BEHIND) };
}

/** The number at the beginning of a text, if an explanation follows in the sentence: `5, because there are 3 boxes`. */
function leadingNumber(text: string, numerals: Numerals, last: FoundNumber | undefined): FoundNumber | undefined {
  const first = numerals.next(0);
  if (first === undefined || last === undefined || first.end === last.end) return undefined;
  if (!/^[\s*_"'$([]*$/u.test(text.slice(0, first.start))) return undefined;
  if (/^[\s*_"'$)\]%.]*\n\s*\p{L}/u.test(text.slice(first.end, first.end + MAX_UNIT))) {
    return againstLast(text, numerals, { stated: first, end: first.end, last });
  }
  const [end, sentence] = [statementEnd(text, first.end), sentenceEnd(text, first.end)];
  const isExplained = end < sentence && end - first.end <= MAX_UNIT && last.start < sentence;
  return isExplained && !CONCLUDES.test(text.slice(0, last.start)) ? first : undefined;
}

/** The number before a calculation in parentheses at the end of a text: `72 clips (48 + 24)`. */
function beforeAside(text: string, numerals: Numerals, last: FoundNumber): FoundNumber | undefined {
  const opened = text.lastIndexOf('(', last.start);
  if (
    opened < text.lastIndexOf(')', last.start) ||
    !/^[^()]*\)[\s.!*_$]*$/u.test(text.slice(last.end, last.end + BEHIND))
  ) {
    return undefined;
  }
  const aside = text.slice(opened, last.end);
  const number = numerals.lastWithin({ start: Math.max(0, opened - BEHIND), end: opened });
  if (number === undefined || aside.length > BEHIND || !/\d.*[-−+×*·÷/=].*\d/u.test(aside)) return undefined;
  const { certain } = number.reading;
  const isResult =
    certain !== undefined && last.reading.possible.some((value) => absoluteDifference(value, certain).numerator === 0n);
  return isResult ? number : either(number, last);
}

/** The number that directly follows the last announcing word. */
function namedNumber(text: string, numerals: Numerals, last: FoundNumber | undefined): FoundNumber | undefined {
  for (const end of findAnswerCueEnds(text).slice(-MAX_NAMES).reverse()) {
    const first = numerals.next(end);
    if (first === undefined || !isFiller(withoutName(text.slice(end, Math.min(first.start, end + BEHIND))))) continue;
    const statement = { start: end, end: Math.max(first.end, endOfStatement(text, first.end)) };
    const stated = numerals.firstWithin(statement) ?? first;
    return last === undefined ? stated : againstLast(text, numerals, { stated, end: statement.end, last });
  }
  return undefined;
}

/** The end of a statement, which excludes a parenthesis after its number. */
function endOfStatement(text: string, position: number): number {
  const end = statementEnd(text, position);
  const opened = text.slice(position, Math.min(end, position + BEHIND)).search(/\s\(/u);
  return opened < 0 ? end : position + opened;
}

/** The text without `x =` at its end, which also announces a number. */
function withoutName(between: string): string {
  return between.replace(/[a-zA-Z] ?= ?$/u, '');
}

/** The reading of a stated number, considering the numbers that follow it. */
function againstLast(
  text: string,
  numerals: Numerals,
  { stated, end, last }: { stated: FoundNumber; end: number; last: FoundNumber },
): FoundNumber {
  const nearby = numerals.lastWithin({ start: stated.start, end });
  if (nearby !== undefined && isOther(stated, nearby)) return either(stated, nearby);
  const isLater = last.start >= sentenceEnd(text, stated.end);
  if (!isLater || !isOther(stated, last)) return stated;
  if (CORRECTS.test(text.slice(Math.max(stated.end, last.start - BEHIND), last.start))) return last;
  const before = text.slice(Math.max(0, last.start - BEHIND), last.start);
  if (stated.isComputed && /[=≈]\s*$/u.test(before)) return last;
  const isAtEnd = text.length - last.end <= 30 && !/[\p{L}]{2,} [\p{L}]{2,} [\p{L}]{2,}/u.test(text.slice(last.end));
  return isAtEnd && introducesNumber(before) && !LABELED.test(before) ? either(stated, last) : stated;
}

function isOther(one: FoundNumber, other: FoundNumber): boolean {
  const [left, right] = [one.reading.certain, other.reading.certain];
  return left === undefined || right === undefined
    ? one.end !== other.end
    : absoluteDifference(left, right).numerator !== 0n;
}

/** The number that is one of two, with the readings of both. */
function either(one: FoundNumber, other: FoundNumber): FoundNumber {
  const readings = [one.reading, other.reading];
  const possible = readings.flatMap(({ certain, possible: also }): Fraction[] =>
    certain ? [certain, ...also] : [...also],
  );
  return {
    reading: { possible, isOpen: readings.some(({ isOpen }) => isOpen) },
    isComputed: false,
    start: one.start,
    end: other.end,
  };
}
