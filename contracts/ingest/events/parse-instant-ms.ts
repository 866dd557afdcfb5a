const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/**
 * The Unix time in milliseconds of an RFC 3339 instant. Undefined if the day does not exist, or the instant is outside
 * of [2000-01-01, 2100-01-01): such an instant comes from a wrong clock of the producer, and the fact tables never hold
 * one.
 */
export function parseInstantMs(text: string): number | undefined {
  const ms = Date.parse(text);
  if (!isSupportedFactTime(ms)) return undefined;
  const day = Number(text.slice(8, 10));
  // Date.parse rolls 30 February over into March.
  if (day > 28 && day > daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))) return undefined;
  return ms;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** True if a fact may have this Unix time in milliseconds. */
export function isSupportedFactTime(ms: number): boolean {
  return ms >= EARLIEST && ms < LATEST;
}
