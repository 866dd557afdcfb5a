/** An exact rational number: an integer, a decimal, or a probability from counts. */
export interface Fraction {
  readonly numerator: bigint;
  /** The positive denominator. */
  readonly denominator: bigint;
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * The exact value of a decimal text; its exponent has at most three digits.
 *
 * @returns undefined if the text has another form
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

/** True if the number is at most the bound. */
export function isAtMost(number: Fraction, bound: Fraction): boolean {
  return number.numerator * bound.denominator <= bound.numerator * number.denominator;
}

/** The absolute difference of two numbers. */
export function absoluteDifference(one: Fraction, other: Fraction): Fraction {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return {
    // Stryker disable next-line EqualityOperator: the negative of zero is zero.
    numerator: difference < 0n ? -difference : difference,
    denominator: one.denominator * other.denominator,
  };
}
