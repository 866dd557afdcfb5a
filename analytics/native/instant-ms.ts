const MINUTE_MS = 60_000;
/** The number of characters of a date, `2026-05-06`. */
const DATE = 10;
const ZERO = '0'.charCodeAt(0);

/** The day that was parsed last: consecutive rows mostly have the same day. */
let day = { date: '1970-01-01', ms: 0 };

/**
 * Unix milliseconds of a UTC instant in the form of rows, `2026-05-06T07:08:09.010Z`. Facts that were read from
 * ClickHouse have no zone, and a space before the time. It is parsed by hand because `Date.parse` takes several times
 * as long.
 */
export function instantMs(instant: string): number {
  if (!instant.startsWith(day.date)) {
    const date = instant.slice(0, DATE);
    day = { date, ms: Date.parse(date) };
  }
  const minutes = twoDigits(instant, 11) * 60 + twoDigits(instant, 14);
  const ms = twoDigits(instant, 20) * 10 + digit(instant, 22);
  return day.ms + minutes * MINUTE_MS + twoDigits(instant, 17) * 1_000 + ms;
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  return text.charCodeAt(at) - ZERO;
}
