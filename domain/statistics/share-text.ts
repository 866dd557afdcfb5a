/** The decimal places of a share or of a difference of two shares. */
const PLACES = 6;

/** A share as a decimal text, rounded to the nearest millionth, without trailing zeros. */
export function shareText(share: number): string {
  // The conversion back to a number removes trailing zeros and the sign of zero.
  return String(Number(share.toFixed(PLACES)));
}
