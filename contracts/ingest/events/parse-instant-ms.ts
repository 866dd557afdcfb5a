const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/**
 * The Unix time in milliseconds of an RFC 3339 instant, or undefined when there is no such day or it lies outside
 * [2000-01-01, 2100-01-01): an instant out there is a fault of the producer's clock, and the fact tables hold none.
 */
export function parseInstantMs(text: string): number | undefined {
  const ms = Date.parse(text);
  if (!isInYearsOfFacts(ms)) return undefined;
  const day = Number(text.slice(8, 10));
  // Date.parse rolls 30 February over into March.
  if (day > 28 && day > daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))) return undefined;
  return ms;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whether a Unix time in milliseconds is one that a fact may have. */
export function isInYearsOfFacts(ms: number): boolean {
  return ms >= EARLIEST && ms < LATEST;
}
