import type { Fraction } from '../../../kernel/fraction.ts';
import { wordsPattern } from '../phrases/words-pattern.ts';
import type { NumeralSpan } from './find-numerals.ts';
import type { NumberReading } from './numeral-value.ts';

/**
 * The relation of two numbers in one expression. `operation`: operands, or numbers joined by a sign, as in a date.
 * `range`: the ends of a range, or the parts of a share such as `3 out of 5`.
 */
export type NumberRelation = 'operation' | 'range';

/** The maximum distance in characters between two joined numbers. */
export const MAX_JOINED_DISTANCE = 40;

const JOINS_TIGHTLY = /^[-−—:/~～〜–°'′″*×xX·^#÷@+]{1,2}$/u;
const OPERATES = new RegExp(
  `^ ?(?:[-−—+×*·÷/xX]|${wordsPattern('plus|minus|times|mal|fois|por|плюс|минус')}|加|减|減|乘|除以) ?$`,
  'iu',
);
const RANGES = new RegExp(
  `^ ?(?:${wordsPattern('to|bis|à|до|of|out of|or|oder|ou|или|von|sur|tot|till')}|至|到|から|或|[~～〜]) ?$`,
  'iu',
);
const FROM = new RegExp(`(?:${wordsPattern('from|von|desde|da|de|от|с')}|从|從) ?\\p{Sc}?$`, 'iu');
const AND = new RegExp(`^ ?(?:${wordsPattern('and|und|et|y|e|и|en|och')}|和|と) ?$`, 'iu');
const BETWEEN = new RegExp(
  `(?:${wordsPattern('between|zwischen|entre|tra|между|tussen|mellan')}|在|介于) ?\\p{Sc}?$`,
  'iu',
);
const EQUATES = new RegExp(
  String.raw`^[^.!?;\n\d]{0,20}(?:[=≈→]|${wordsPattern('is|equals|makes|gives|ist|ergibt|est|es|é|равно')})[^.!?;\n\d]{0,16}$`,
  'iu',
);

/** The relation of a number to the preceding one; undefined if they are separate. */
export function numberRelation(
  text: string,
  before: NumeralSpan | undefined,
  span: NumeralSpan | undefined,
): NumberRelation | undefined {
  if (before === undefined || span === undefined || span.start - before.end > MAX_JOINED_DISTANCE) return undefined;
  const gap = text.slice(before.end, span.start).replace(/[ \u00A0]?\p{Sc}$/u, ' ');
  if (OPERATES.test(gap) || JOINS_TIGHTLY.test(gap)) return 'operation';
  if (AND.test(gap) && /^\d+\/\d+$/u.test(text.slice(span.start, span.end))) return 'operation';
  const ahead = text.slice(Math.max(0, before.start - MAX_JOINED_DISTANCE), before.start).trimEnd();
  return (RANGES.test(gap) && !FROM.test(ahead)) || (AND.test(gap) && BETWEEN.test(ahead)) ? 'range' : undefined;
}

/** True if a calculation continues with the next number, or if that number is its result. */
export function isContinued(text: string, before: NumeralSpan, span: NumeralSpan): boolean {
  const gap = text.slice(before.end, Math.min(span.start, before.end + MAX_JOINED_DISTANCE + 1));
  return gap.length <= MAX_JOINED_DISTANCE && (numberRelation(text, before, span) === 'operation' || EQUATES.test(gap));
}

/** The reading of two joined numbers: either number or, for operands, the result of a calculation. */
export function joinedReading(left: NumberReading, right: NumberReading, joint: NumberRelation): NumberReading {
  const parts = [left, right].flatMap(({ certain, possible }): Fraction[] =>
    certain ? [certain, ...possible] : [...possible],
  );
  const results = joint === 'operation' && left.certain && right.certain ? resultsOf(left.certain, right.certain) : [];
  return { possible: [...parts, ...results], isOpen: left.isOpen || right.isOpen };
}

function resultsOf(left: Fraction, right: Fraction): Fraction[] {
  const denominator = left.denominator * right.denominator;
  const [one, other] = [left.numerator * right.denominator, right.numerator * left.denominator];
  const product = { numerator: left.numerator * right.numerator, denominator };
  const sums = [one + other, one - other].map((numerator) => ({ numerator, denominator }));
  return other > 0n ? [...sums, product, { numerator: one, denominator: other }] : [...sums, product];
}
