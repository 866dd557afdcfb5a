import { JOINING_SPACE } from './plain-notation.ts';
import { readScale } from './read-scale.ts';

/**
 * The span of a number in a text in plain notation: the digits, with exponents and words for powers of ten, without a
 * sign.
 */
export interface NumeralSpan {
  readonly start: number;
  readonly end: number;
}

const DIGITS = String.raw`\d+(?:[,.'_٬٫،؍${JOINING_SPACE}]\d+| \d{3}(?!\d))*`;
const MIXED = String.raw`\d+[ ${JOINING_SPACE}]\d+/\d+(?![\d/])`;
const RATIO = String.raw`\d+ ?/ ?\d+(?![\d/])`;
const EXPONENT = String.raw`[eE][-+−]?\d+(?![\p{L}\d])`;
const RAISED = String.raw`(?:\^ ?(?:\([-+−]?\d+\)|[-+−]?\d+)|\*\*[-−]?\d+)`;

/** The parts of a number, each in a named group. */
const NUMERAL = new RegExp(
  `(?:(?<mixed>${MIXED})|(?<ratio>${RATIO})|(?<digits>${DIGITS}|(?<![\\p{L}\\p{N}])\\.\\d+)(?<exponent>${EXPONENT})?)` +
    `(?:(?<power>${RAISED})|(?<tens> ?(?:[×x*·]|times) ?10${RAISED}))?`,
  'guy',
);

/** The next position at which a number may begin. */
const BEGINNING = /(?<![\p{L}\p{N}])\.\d|\d/gu;

/** A number with the words for powers of ten that follow it. */
export interface NumeralPart extends NumeralSpan {
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** The power of ten that these words stand for. */
  readonly power: number;
}

/** The maximum number of parts of one number: `1億2000万` has two. */
const MAX_PARTS = 8;

/** The number at an offset, without further parts that are added to it; undefined if no number begins there. */
export function readNumeralPart(text: string, start: number): NumeralPart | undefined {
  NUMERAL.lastIndex = start;
  const match = NUMERAL.exec(text);
  if (match === null) return undefined;
  const { power, end } = readScale(text, NUMERAL.lastIndex);
  return { start, end, groups: match.groups ?? {}, power };
}

/**
 * All numbers of a text, in order. A number that directly follows a word for a power of ten belongs to the same number,
 * as in `1億2000万`.
 */
export function findNumerals(text: string): NumeralSpan[] {
  const spans: NumeralSpan[] = [];
  let [parts, hasWords] = [0, false];
  for (let position = 0; ;) {
    BEGINNING.lastIndex = position;
    const beginning = BEGINNING.exec(text);
    if (beginning === null) return spans;
    const start = beginning.index;
    const { end, power } = readNumeralPart(text, start) ?? { end: start + 1, power: 0 };
    const last = spans.at(-1);
    const gap = hasWords && last !== undefined ? text.slice(last.end, Math.min(start, last.end + 2)) : undefined;
    if (last !== undefined && parts < MAX_PARTS && (gap === '' || (gap === ' ' && power > 0))) {
      spans[spans.length - 1] = { start: last.start, end };
      parts += 1;
    } else {
      spans.push({ start, end });
      parts = 1;
    }
    hasWords = power > 0;
    position = end;
  }
}
