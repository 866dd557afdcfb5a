import type { Fraction } from '../../../kernel/fraction.ts';
import { TRAILING_DENIAL, NUMBER_DENIAL } from '../phrases/negations.ts';
import { wordsPattern } from '../phrases/words-pattern.ts';
import type { NumeralSpan } from './find-numerals.ts';
import { mapReading, numeralValue, OPEN_READING, type NumberReading } from './numeral-value.ts';
import { textBeforeCurrency, readSign, type NumberSign } from './read-sign.ts';

/** A number with its role in the text. */
export interface Numeral {
  readonly reading: NumberReading;
  /**
   * The role. `plain`: it may be the answer. `label`: it counts or names something, as in `option 3`. `name`: it
   * belongs to a name, a formula or a list marker. `denied`: the text rejects it. `part`: it is an exponent or an
   * index.
   */
  readonly standing: 'plain' | 'label' | 'name' | 'denied' | 'part';
}

/** The number of characters around a number that are examined. */
const BESIDE = 48;

const PART = /(?:\^ ?\(?[-+−]?|\^\{|_\(|[\p{L}\d)}]_\{?)$/u;
const LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
const LABEL = new RegExp(
  `(?:${wordsPattern(
    'steps?|questions?|problem|part|option|choice|item|figure|table|equation|section|chapter|page|case|line|note|q|mod|modulo|schritt|aufgabe|frage|' +
      'paso|pregunta|passo|étape|шаг|вопрос|krok|adım|langkah|bước|source|ref|reference',
  )} ?#?|(?:第|步骤|ステップ|단계|ขั้นตอนที่) ?)$`,
  'iu',
);
const PERCENT =
  /^[ \u00A0]?(?:[%٪﹪]|per ?cent|prozent|pour ?cent|por ?ciento|por ?cento|per ?cento|процент|procent|yüzde)/iu;
/** Factors that are not supported. */
const FACTOR = /^ ?[π√]/u;
/** The beginning of a web address. */
const ADDRESS = /(?:https?:\/\/|www\.)\S*$/u;
const DIMENSIONS = /^D(?![\p{L}\p{N}])/u;
/** A minus after a number, as in right-to-left scripts. */
const MINUS_BEHIND = /^[-−][\s.،]*$/u;
const BELOW_ZERO =
  /^[^.!?\n\d]{0,20}(?:below zero|below freezing|unter null|sous zéro|sous 0|bajo cero|abaixo de zero|sotto zero|sotto lo zero|ниже нуля|poniżej zera|onder nul|under noll|under null)/iu;
const DOZEN = /^ ?(?:dozens?(?!\p{L})|dutzend|docenas?|dúzias?|douzaines?|дюжин|打)/iu;
/** Letters that multiply an amount of money before them, and possibly other numbers. */
const LETTER_FACTORS: Readonly<Record<string, bigint>> = {
  k: 1_000n,
  K: 1_000n,
  m: 1_000_000n,
  M: 1_000_000n,
  b: 1_000_000_000n,
  B: 1_000_000_000n,
  T: 1_000_000_000_000n,
};
const LIST_MARK = /^[.)][ \t]+(?=\S)/u;
const SENTENCE = /^[.)][ \t]+(?:[^\s]+[ \t]+){2}\S/u;

/** The number at a span of a text in plain notation. */
export function readNumeral(text: string, { start, end }: NumeralSpan, decimal: ',' | '.' | undefined): Numeral {
  const before = text.slice(Math.max(0, start - BESIDE), start);
  const after = text.slice(end, end + BESIDE);
  if (PART.test(before)) return { reading: OPEN_READING, standing: 'part' };
  const { ahead, isMoney } = textBeforeCurrency(before);
  const sign = BELOW_ZERO.test(after) ? 'negative' : readSign(ahead);
  const value = followedValue(numeralValue(text.slice(start, end), decimal), before, after, isMoney);
  return {
    reading: signedValue(value, sign, { ahead, after, isMoney }),
    standing: standingOf(ahead, after, sign, isMoney),
  };
}

function signedValue(
  value: NumberReading,
  sign: NumberSign,
  place: { ahead: string; after: string; isMoney: boolean },
): NumberReading {
  if (sign === 'open') return OPEN_READING;
  return sign === 'negative' ? mapReading(value, minus) : accounted(value, place);
}

function standingOf(ahead: string, after: string, sign: NumberSign, isMoney: boolean): Numeral['standing'] {
  if (sign === 'name' || (!isMoney && LETTER.test(ahead)) || DIMENSIONS.test(after)) return 'name';
  if (ADDRESS.test(ahead)) return 'name';
  if (isListMark(ahead, after)) return 'name';
  if (NUMBER_DENIAL.test(ahead) || TRAILING_DENIAL.test(after)) return 'denied';
  return LABEL.test(ahead) || isReference(ahead, after) ? 'label' : 'plain';
}

/** True for the number of a source, as in `[1]`. */
function isReference(ahead: string, after: string): boolean {
  return /[^\s=:]\s?\[$/u.test(ahead) && after.startsWith(']');
}

/**
 * True for the number of a list item, as in `5. Paris` on a separate line; false if the text begins with the number and
 * continues as a sentence: `5. Because two and three make that`.
 */
function isListMark(ahead: string, after: string): boolean {
  if (!LIST_MARK.test(after)) return false;
  return ahead === '' ? !SENTENCE.test(after) : /\n[ \t>#*]*$/u.test(ahead);
}

/** The reading of a number, considering a percent sign, a letter or a constant after it. */
function followedValue(value: NumberReading, before: string, after: string, isMoney: boolean): NumberReading {
  if (FACTOR.test(after)) return OPEN_READING;
  if (PERCENT.test(after) || before.endsWith('%')) return also(value, hundredth);
  if (MINUS_BEHIND.test(after)) return also(value, minus);
  if (DOZEN.test(after))
    return also(value, ({ numerator, denominator }) => ({ numerator: numerator * 12n, denominator }));
  const letter = /^[kKmMbBT](?![\p{L}\p{N}])/u.exec(after)?.[0];
  const factor = letter === undefined ? undefined : LETTER_FACTORS[letter];
  if (factor === undefined) return value;
  const times = ({ numerator, denominator }: Fraction): Fraction => ({ numerator: numerator * factor, denominator });
  if (isMoney || letter === 'k') return mapReading(value, times);
  if (letter === 'm' || letter === 'b' || value.certain === undefined) return value;
  return { possible: [value.certain, times(value.certain), ...value.possible], isOpen: false };
}

const hundredth = ({ numerator, denominator }: Fraction): Fraction => ({ numerator, denominator: denominator * 100n });

/** A reading with the changed certain value as another possible value. */
function also(value: NumberReading, change: (fraction: Fraction) => Fraction): NumberReading {
  return value.certain === undefined ? value : { ...value, possible: [...value.possible, change(value.certain)] };
}

const minus = ({ numerator, denominator }: Fraction): Fraction => ({ numerator: -numerator, denominator });

/**
 * The reading of an amount that may be negative because it is in parentheses, as in accounting: `$(5)`. `($5)` alone
 * after a colon is ambiguous.
 */
function accounted(
  value: NumberReading,
  { ahead, after, isMoney }: { ahead: string; after: string; isMoney: boolean },
): NumberReading {
  if (!ahead.endsWith('(') || !/^(?:\.\d+)?[ \u00A0]?\p{Sc}?\)/u.test(after)) return value;
  const outside = ahead.slice(0, -1);
  if (/\p{Sc}$/u.test(outside) && !/^.?\)\$/u.test(after)) return mapReading(value, minus);
  const isAmount = isMoney || /^.?\p{Sc}/u.test(after) || (value.certain?.denominator ?? 1n) === 100n;
  return isAmount && /(?:^|[:=])\s*$/u.test(outside) ? OPEN_READING : also(value, minus);
}
