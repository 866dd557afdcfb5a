/** Decimal places of a share, or of a difference of two. */
const PLACES = 6;

/** A share as a decimal text, to the nearest millionth, without trailing zeros. */
export function shareText(share: number): string {
  // Through a number once more: it takes away trailing zeros, and the sign of zero.
  return String(Number(share.toFixed(PLACES)));
}
