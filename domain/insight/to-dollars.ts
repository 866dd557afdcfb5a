/** The number of decimal places between nano-USD and USD. */
const NANO_PLACES = 9;

/** The exact amount in USD of an amount in nano-USD. The decimal point moves, and nothing is rounded. */
export function toDollars(nanoUsd: string): string {
  const sign = nanoUsd.startsWith('-') ? '-' : '';
  const point = nanoUsd.indexOf('.');
  const [end, fraction] = point === -1 ? [nanoUsd.length, ''] : [point, nanoUsd.slice(point + 1)];
  const digits = nanoUsd.slice(sign.length, end).padStart(NANO_PLACES + 1, '0');
  const places = withoutZeros(digits.slice(-NANO_PLACES) + fraction);
  return `${sign}${digits.slice(0, -NANO_PLACES)}${places === '' ? '' : `.${places}`}`;
}

/** The digits without trailing zeros. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
