import { absoluteDifference, isAtMost, parseDecimal, type Fraction } from '../../../kernel/fraction.ts';
import { quoteExcerpt, type LabelVerdict } from '../terms/label-verdict.ts';
import { decimalMark } from './decimal-mark.ts';
import { finalNumber } from './final-number.ts';

/** An expected number, its tolerance, and the locale of answers. */
export interface ExpectedNumber {
  /** The expected value as a decimal text. */
  readonly expected: string;
  /** The maximum difference as a decimal text, not negative. */
  readonly tolerance: string;
  /** The locale of numbers in the answer, such as `de-CH`; it decides between two readings. */
  readonly locale?: string;
}

const MAX_FIGURE = 40;

/**
 * The verdict of the number that an answer gives, against the expected one, without rounding. It is unknown if only
 * some of several readings pass, or if the number has an unsupported form.
 */
export function checkNumber({ expected, tolerance, locale }: ExpectedNumber, answer: string): LabelVerdict {
  const found = finalNumber(answer, locale === undefined ? undefined : decimalMark(locale));
  if (found === undefined) return { outcome: 'fail', rationale: 'Read no number.' };
  const [wanted, allowed] = [parseDecimal(expected), parseDecimal(tolerance)];
  if (wanted === undefined || allowed === undefined) return { outcome: 'fail', rationale: 'The label has no number.' };
  const isWithin = (value: Fraction): boolean => isAtMost(absoluteDifference(value, wanted), allowed);
  const { certain, possible, isOpen } = found.reading;
  const from = quoteExcerpt(found.from);
  if (certain !== undefined && (isWithin(certain) || !possible.some(isWithin))) {
    return { outcome: isWithin(certain) ? 'pass' : 'fail', rationale: `Read ${figure(certain)} from ${from}.` };
  }
  const meanings = [...(certain ? [certain] : []), ...possible];
  const read = [...new Set(meanings.slice(0, 4).map(figure))].join(' or ');
  if (!isOpen && !possible.some(isWithin)) return { outcome: 'fail', rationale: `Read ${read} from ${from}.` };
  return {
    outcome: 'unknown',
    rationale: read === '' || isOpen ? `Cannot read ${from} as one number.` : `Can read ${from} as ${read}.`,
  };
}

/** A number as a text for people: an integer, a decimal or a fraction; long texts are truncated. */
function figure({ numerator, denominator }: Fraction): string {
  for (let places = 0, scale = 1n; places <= 20; places += 1, scale *= 10n) {
    if ((numerator * scale) % denominator !== 0n) continue;
    return cut(withPoint((numerator * scale) / denominator, places));
  }
  return `${cut(numerator.toString())}/${cut(denominator.toString())}`;
}

function withPoint(scaled: bigint, places: number): string {
  if (places === 0) return scaled.toString();
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0');
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function cut(text: string): string {
  return text.length <= MAX_FIGURE ? text : `${text.slice(0, MAX_FIGURE)}…`;
}
