const SECOND_MS = 1_000;

/** The last part of an instant's text, by its milliseconds. */
const ENDS = Array.from({ length: SECOND_MS }, (_, ms) => `${String(ms).padStart(3, '0')}Z`);

/**
 * The second that was formatted last. A row has four instants, most of them in one second, and formatting a date takes
 * longer than the rest of its line.
 */
let latest = { second: Number.NaN, text: '' };

/** An instant in the form of a row, in UTC to the millisecond. @param ms since 1970 */
export function instantText(ms: number): string {
  const second = Math.floor(ms / SECOND_MS);
  if (latest.second !== second)
    latest = { second, text: new Date(second * SECOND_MS).toISOString().slice(0, -'000Z'.length) };
  return `${latest.text}${ENDS[ms - second * SECOND_MS]}`;
}
