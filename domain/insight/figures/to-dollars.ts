/** Decimal places between nano-USD and USD. */
const NANO_PLACES = 9;

/** Nano-USD as USD, exactly: the point of the decimal string moves, and nothing is rounded. */
export function toDollars(nanoUsd: string): string {
  const negative = nanoUsd.startsWith('-');
  const [whole, fraction = ''] = nanoUsd.replace('-', '').split('.') as [string, string?];
  const digits = whole.padStart(NANO_PLACES + 1, '0');
  const places = (digits.slice(-NANO_PLACES) + fraction).replace(/0+$/, '');
  return `${negative ? '-' : ''}${digits.slice(0, -NANO_PLACES)}${places === '' ? '' : `.${places}`}`;
}
