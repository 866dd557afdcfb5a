/**
 * A double holds so many decimal digits of any amount, and needs no whole numbers of any size for them: those take
 * three times as long.
 */
const EXACT_DIGITS = 15;

/** The nano-USD below which the error of a product of doubles is far less than the distance to the next integer. */
const MAX_PLAIN = 1e9;
const NEAR = 1e-3;

/**
 * A non-negative amount in USD as whole nano-USD, rounded once, half to even. Works on the decimal digits of the
 * number, because multiplying a binary fraction by 1e9 would add noise of its own: it does not matter where the middle
 * between two is not near.
 */
export function roundToNanoUsd(usd: number): string {
  return plainNanos(usd) ?? roundDigits(usd);
}

/** The same of a sum of amounts, whose digits behind those that a double holds are noise. */
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
