/** So many digits are exact in a double, and need no whole numbers of any size: those take three times as long. */
const EXACT_DIGITS = 15;

/**
 * A non-negative amount in USD as whole nano-USD, rounded once, half to even. Works on the decimal digits of the number,
 * because multiplying a binary fraction by 1e9 would add noise of its own.
 */
export function roundToNanoUsd(usd: number): string {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(usd));
  if (match === null) throw new RangeError(`${usd} is not an amount.`);
  const [, integer = '', fraction = '', exponent = '0'] = match;
  // usd = digits × 10^-scale
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
