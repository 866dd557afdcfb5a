/**
 * More of a unit than one call can use. No model reads more than ten million tokens at once, and tools that a provider
 * runs have it read them a few times; a hundred million have a price that every store can hold.
 */
const MAX_UNITS = 100_000_000;

/**
 * True if a call can have used this number of tokens, searches or requests. Other values of a provider are not counts.
 */
export function isUnitCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0 && count <= MAX_UNITS;
}
