/** An exact number: whole, decimal, or a probability that was counted. */
export interface Fraction {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * The number that a decimal text says, exactly; an exponent has at most three digits.
 *
 * @returns undefined for a text of another form
 */
export function parseDecimal(text: string): Fraction | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, whole, places = '', exponent = ''] = match as unknown as readonly [string, string, string?, string?];
  const scale = places.length - Number(exponent);
  return {
    numerator: BigInt(whole + places) * 10n ** BigInt(Math.max(0, -scale)),
    denominator: 10n ** BigInt(Math.max(0, scale)),
  };
}

/** True when the number is no larger than the bound. */
export function isAtMost(number: Fraction, bound: Fraction): boolean {
  return number.numerator * bound.denominator <= bound.numerator * number.denominator;
}

/** The distance between two numbers, never negative. */
export function distanceOf(one: Fraction, other: Fraction): Fraction {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return {
    // Stryker disable next-line EqualityOperator: the negative of zero is zero.
    numerator: difference < 0n ? -difference : difference,
    denominator: one.denominator * other.denominator,
  };
}
