const SECOND_MS = 1_000;

/** How an instant ends, by its milliseconds. */
const ENDS = Array.from({ length: SECOND_MS }, (_, ms) => `${String(ms).padStart(3, '0')}Z`);

/** The second that was told last: a row tells of four instants, most of them of one second, and to write a date anew takes longer than all else in its line. */
let told = { second: Number.NaN, text: '' };

/** An instant as rows have it, in UTC to the millisecond. @param ms since 1970 */
export function instantText(ms: number): string {
  const second = Math.floor(ms / SECOND_MS);
  if (told.second !== second)
    told = { second, text: new Date(second * SECOND_MS).toISOString().slice(0, -'000Z'.length) };
  return `${told.text}${ENDS[ms - second * SECOND_MS]}`;
}
