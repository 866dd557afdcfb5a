import { DefectError } from '../../kernel/errors.ts';

/** The number of significant digits of a ratio. */
export const RATIO_DIGITS = 12;

/**
 * A ratio of integers as a decimal string without exponent and trailing zeros, rounded half-even to 12 significant
 * digits. It uses only integer arithmetic, so that every implementation of the rule gives the same digits.
 *
 * @throws DefectError if the denominator is 0, which is a value state and not a number
 */
export function formatRatio(numerator: bigint, denominator: bigint): string {
  if (denominator === 0n) throw new DefectError('A ratio over zero has no number.');
  const sign = numerator * denominator < 0n ? '-' : '';
  const [top, bottom] = [magnitude(numerator), magnitude(denominator)];
  // 10^-scale is the weight of the last retained digit.
  const scale = RATIO_DIGITS - 1 - leadingExponent(top, bottom);
  return sign + scaled(divideHalfEven(top * weight(scale), bottom * weight(-scale)), scale);
}

/** A ratio of integers, rounded half-even to an integer. The denominator is positive. */
export function roundRatio(numerator: bigint, denominator: bigint): bigint {
  const rounded = divideHalfEven(magnitude(numerator), denominator);
  return numerator < 0n ? -rounded : rounded;
}

/** The quotient, rounded half-even to an integer. Both arguments are positive. */
function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

/** The exponent of the first significant digit: 0 for [1, 10), -1 for [0.1, 1). */
function leadingExponent(top: bigint, bottom: bigint): number {
  const guess = top.toString().length - bottom.toString().length;
  // Stryker disable next-line EqualityOperator: a power of ten has the same digits where one more of them is kept.
  return top * weight(-guess) >= bottom * weight(guess) ? guess : guess - 1;
}

/** 10^exponent; 1 for a negative exponent, whose inverse multiplies the other side. */
function weight(exponent: number): bigint {
  return 10n ** BigInt(Math.max(0, exponent));
}

/** The decimal text of `digits × 10^-scale`. */
function scaled(digits: bigint, scale: number): string {
  if (scale <= 0) return (digits * weight(-scale)).toString();
  const text = digits.toString().padStart(scale + 1, '0');
  const whole = text.slice(0, -scale);
  const fraction = text.slice(-scale).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function magnitude(value: bigint): bigint {
  // Stryker disable next-line EqualityOperator: the negative of zero is zero.
  return value < 0n ? -value : value;
}
