/** Decimal places between nano-USD and USD. */
const NANO_PLACES = 9;

/** Nano-USD as USD, exactly: the point of the decimal string moves, and nothing is rounded. */
export function toDollars(nanoUsd: string): string {
  const sign = nanoUsd.startsWith('-') ? '-' : '';
  const point = nanoUsd.indexOf('.');
  const [end, fraction] = point === -1 ? [nanoUsd.length, ''] : [point, nanoUsd.slice(point + 1)];
  const digits = nanoUsd.slice(sign.length, end).padStart(NANO_PLACES + 1, '0');
  const places = withoutZeros(digits.slice(-NANO_PLACES) + fraction);
  return `${sign}${digits.slice(0, -NANO_PLACES)}${places === '' ? '' : `.${places}`}`;
}

/** The digits without the zeros at their end. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
