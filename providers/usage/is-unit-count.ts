/**
 * The maximum count of a unit in one call. No model reads more than ten million tokens at a time, and a provider's
 * tools make it read them a few times. Every store can hold the price of a hundred million.
 */
const MAX_UNITS = 100_000_000;

/**
 * True if a call can have used this number of tokens, searches or requests. Other values of a provider are not counts.
 */
export function isUnitCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0 && count <= MAX_UNITS;
}
