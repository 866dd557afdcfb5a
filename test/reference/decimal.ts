/** A decimal text without exponent and without trailing zeros. */
function plain(digits: bigint, places: number): string {
  const negative = digits < 0n;
  const text = (negative ? -digits : digits).toString().padStart(places + 1, '0');
  const whole = places === 0 ? text : text.slice(0, -places);
  const fraction = places === 0 ? '' : text.slice(-places).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** An amount of nano-USD in USD; the amount may be a ratio with decimals. */
export function usdText(nanoUsd: string): string {
  const [whole = '', fraction = ''] = nanoUsd.split('.');
  return plain(BigInt(whole + fraction), fraction.length + 9);
}

/**
 * The ratio `top / bottom`, rounded half-even to 12 significant digits. The function increases the number of decimal
 * places until the rounded quotient has 12 digits.
 */
export function ratioText(top: bigint, bottom: bigint): string {
  if (top === 0n) return '0';
  const sign = top < 0n !== bottom < 0n ? -1n : 1n;
  const [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  for (let places = -60; places <= 60; places += 1) {
    const [numerator, denominator] = places >= 0 ? [a * 10n ** BigInt(places), b] : [a, b * 10n ** BigInt(-places)];
    // The unrounded quotient determines the number of digits.
    if ((numerator / denominator).toString().length < 12) continue;
    const digits = sign * halfEven(numerator, denominator);
    return places >= 0 ? plain(digits, places) : plain(digits * 10n ** BigInt(-places), 0);
  }
  throw new Error('A ratio beyond sixty places.');
}

/** The ratio `top / bottom`, rounded half-even to a whole number. */
export function wholeText(top: bigint, bottom: bigint): string {
  return String(top < 0n ? -halfEven(-top, bottom) : halfEven(top, bottom));
}

function halfEven(numerator: bigint, denominator: bigint): bigint {
  const below = numerator / denominator;
  const rest = numerator - below * denominator;
  if (rest * 2n < denominator) return below;
  if (rest * 2n > denominator) return below + 1n;
  return below % 2n === 0n ? below : below + 1n;
}

/** A measured number with this number of significant digits, without exponent and without trailing zeros. */
export function roundToSignificant(number: number, digits: number): string {
  const text = number.toPrecision(digits);
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const all = BigInt(whole + fraction);
  return places >= 0 ? plain(all, places) : plain(all * 10n ** BigInt(-places), 0);
}

/** A measured number as the producer reported it, without exponent. */
export function formatReported(number: number): string {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const all = BigInt(whole + fraction);
  return places >= 0 ? plain(all, places) : plain(all * 10n ** BigInt(-places), 0);
}
