import { parseDecimal, type Fraction } from '../../../kernel/fraction.ts';
import { readNumeralPart, type NumeralPart } from './find-numerals.ts';
import { readDigits, type DigitReading } from './read-digits.ts';

/** The possible values of a number in an answer. */
export interface NumberReading {
  /** The value without further context; undefined if it is ambiguous. */
  readonly certain?: Fraction;
  /** Other possible values. */
  readonly possible: readonly Fraction[];
  /** True if the number may mean something that is not supported, such as a date or a calculation. */
  readonly isOpen: boolean;
}

/** The reading of a number that cannot be interpreted. */
export const OPEN_READING: NumberReading = { possible: [], isOpen: true };

/** The maximum exponent that is computed, and the maximum number of digits of a power. */
const MAX_POWER = 999;
const MAX_POWER_DIGITS = 4_000;

/** The reading of a number without its sign, as `findNumerals` delimits it. */
export function numeralValue(text: string, decimal: ',' | '.' | undefined): NumberReading {
  let sum: NumberReading | undefined;
  for (let position = 0; position < text.length;) {
    const part = readNumeralPart(text, position);
    if (part === undefined) return OPEN_READING;
    const value = partValue(part, decimal);
    sum = sum === undefined ? value : added(sum, value);
    position = part.end + (text.charAt(part.end) === ' ' ? 1 : 0);
  }
  return sum ?? OPEN_READING;
}

function partValue({ groups, power: words }: NumeralPart, decimal: ',' | '.' | undefined): NumberReading {
  const { mixed, ratio, digits = '', exponent = '', power, tens } = groups;
  const base =
    mixed !== undefined || ratio !== undefined
      ? fractionReading(mixed ?? ratio ?? '')
      : digitsReading(readDigits(digits, decimal), exponent.replace('−', '-'));
  const raised = power === undefined ? base : mapReading(base, (value) => toPower(value, exponentOf(power)));
  const factor = (tens === undefined ? 0 : exponentOf(tens.replace(/^.*?10(?=[^0])/u, ''))) + words;
  return factor === 0 ? raised : mapReading(raised, (value) => timesTen(value, factor));
}

function digitsReading(reading: DigitReading | undefined, exponent: string): NumberReading {
  const parsed = (text: string): Fraction | undefined => parseDecimal(text + exponent);
  const certain = reading?.certain === undefined ? undefined : parsed(reading.certain);
  const possible = (reading?.possible ?? []).map(parsed).filter((value) => value !== undefined);
  return { ...(certain && { certain }), possible, isOpen: certain === undefined };
}

/** The reading of a fraction, or of an integer and a proper fraction. */
function fractionReading(text: string): NumberReading {
  const numbers = text.split(/\D+/u);
  if (numbers.some(({ length }) => length > 300)) return OPEN_READING;
  const [below = 0n, above = 0n, whole = 0n] = numbers.reverse().map(BigInt);
  if (below === 0n || (numbers.length > 2 && above >= below)) return OPEN_READING;
  return { certain: { numerator: whole * below + above, denominator: below }, possible: [], isOpen: false };
}

/** The exponent after `^` or `**`. */
function exponentOf(text: string): number {
  return Number(text.replace('−', '-').replace(/[^-0-9]/gu, ''));
}

/**
 * A reading with each value changed. Values that cannot be changed are dropped; the reading is open if the certain
 * value is.
 */
export function mapReading(reading: NumberReading, change: (value: Fraction) => Fraction | undefined): NumberReading {
  const certain = reading.certain === undefined ? undefined : change(reading.certain);
  const possible = reading.possible.map(change).filter((value) => value !== undefined);
  return { ...(certain && { certain }), possible, isOpen: reading.isOpen || certain === undefined };
}

function timesTen({ numerator, denominator }: Fraction, power: number): Fraction | undefined {
  if (Math.abs(power) > MAX_POWER) return undefined;
  const factor = 10n ** BigInt(Math.abs(power));
  return power < 0 ? { numerator, denominator: denominator * factor } : { numerator: numerator * factor, denominator };
}

function toPower({ numerator, denominator }: Fraction, power: number): Fraction | undefined {
  const size = Math.abs(power) * Math.max(numerator.toString().length, denominator.toString().length);
  if (Math.abs(power) > MAX_POWER || size > MAX_POWER_DIGITS) return undefined;
  const [above, below] = [numerator ** BigInt(Math.abs(power)), denominator ** BigInt(Math.abs(power))];
  if (power >= 0) return { numerator: above, denominator: below };
  return above === 0n ? undefined : { numerator: below, denominator: above };
}

function added(one: NumberReading, other: NumberReading): NumberReading {
  if (one.certain === undefined || other.certain === undefined) return OPEN_READING;
  const [left, right] = [one.certain, other.certain];
  const numerator = left.numerator * right.denominator + right.numerator * left.denominator;
  return { certain: { numerator, denominator: left.denominator * right.denominator }, possible: [], isOpen: false };
}
