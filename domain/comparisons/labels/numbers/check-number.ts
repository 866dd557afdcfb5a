import { distanceOf, isAtMost, parseDecimal, type Fraction } from '../../../kernel/fraction.ts';
import { quoted, type LabelVerdict } from '../terms/label-verdict.ts';
import { decimalMark } from './decimal-mark.ts';
import { finalNumber } from './final-number.ts';

/** A number that is expected, and how it is written. */
export interface ExpectedNumber {
  /** Decimal text. */
  readonly expected: string;
  /** Decimal text, not negative. */
  readonly tolerance: string;
  /** The locale in which the answer writes numbers, such as `de-CH`; it decides between two readings. */
  readonly locale?: string;
}

const MAX_FIGURE = 40;

/**
 * Holds the number that an answer gives against the expected one, exactly: nothing is rounded. It is unknown where the
 * number can be read in several ways, one of which passes, and where it stands in a form that is not read.
 */
export function checkNumber({ expected, tolerance, locale }: ExpectedNumber, answer: string): LabelVerdict {
  const found = finalNumber(answer, locale === undefined ? undefined : decimalMark(locale));
  if (found === undefined) return { outcome: 'fail', rationale: 'Read no number.' };
  const [wanted, allowed] = [parseDecimal(expected), parseDecimal(tolerance)];
  if (wanted === undefined || allowed === undefined) return { outcome: 'fail', rationale: 'The label has no number.' };
  const isWithin = (value: Fraction): boolean => isAtMost(distanceOf(value, wanted), allowed);
  const { certain, possible, isOpen } = found.reading;
  const from = quoted(found.from);
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

/** A number as people write it: whole, with its places, or as a fraction; long ones are cut. */
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
