/**
 * The number of decimal digits that a double represents exactly. Amounts within it need no `BigInt`, which takes three
 * times as long.
 */
const EXACT_DIGITS = 15;

/** The bound in nano-USD below which the error of a floating-point product is far less than `NEAR`. */
const MAX_PLAIN = 1e9;
const NEAR = 1e-3;

/**
 * A non-negative amount in USD as an integer of nano-USD, rounded once, half to even. Rounding uses the decimal digits
 * of the number, because a multiplication of a binary fraction by 1e9 adds an error. That error is harmless, and the
 * product is used, if the amount is not near the midpoint of two integers.
 */
export function roundToNanoUsd(usd: number): string {
  return plainNanos(usd) ?? roundDigits(usd);
}

/**
 * A sum of amounts in USD, rounded as by `roundToNanoUsd`. Digits of a sum beyond the precision of a double are noise
 * and are dropped first.
 */
export function roundSumToNanoUsd(usd: number): string {
  return plainNanos(usd) ?? roundDigits(Number(usd.toPrecision(EXACT_DIGITS)));
}

function plainNanos(usd: number): string | undefined {
  const nanos = usd * 1e9;
  const isPlain = nanos >= 0 && nanos < MAX_PLAIN && Math.abs(nanos - Math.floor(nanos) - 0.5) > NEAR;
  return isPlain ? String(Math.round(nanos)) : undefined;
}

function roundDigits(usd: number): string {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(usd));
  if (match === null) throw new RangeError(`${usd} is not an amount.`);
  const [, integer = '', fraction = '', exponent = '0'] = match;
  // The amount in nano-USD is digits × 10^-scale.
  const scale = fraction.length - Number(exponent) - 9;
  if (scale <= 0 && integer.length + fraction.length - scale <= EXACT_DIGITS)
    return String(Number(integer + fraction) * 10 ** -scale);
  const digits = BigInt(integer + fraction);
  if (scale <= 0) return (digits * 10n ** BigInt(-scale)).toString();
  const divisor = 10n ** BigInt(scale);
  const whole = digits / divisor;
  const twice = (digits % divisor) * 2n;
  const up = twice > divisor || (twice === divisor && whole % 2n === 1n);
  return (up ? whole + 1n : whole).toString();
}
