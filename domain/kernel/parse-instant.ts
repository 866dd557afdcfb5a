const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** The number of characters from the year to the second. */
const WALL_LENGTH = 19;

/**
 * The instant of an RFC 3339 text with any offset. Digits after the millisecond are dropped, as they are for facts, so
 * that a bound at the exact instant of a fact selects the fact.
 *
 * @returns undefined if the text has another form, or names a day or a time that does not exist (February 30, 24:00)
 */
export function parseInstant(text: string): Date | undefined {
  if (!RFC_3339.test(text)) return undefined;
  const seconds = text.slice(0, WALL_LENGTH).toUpperCase();
  const wall = new Date(`${seconds}Z`);
  // `Date` turns February 30 into March 2. If the text does not survive the round trip, the instant does not exist.
  if (Number.isNaN(wall.getTime()) || !wall.toISOString().startsWith(seconds)) return undefined;
  const rest = text.slice(WALL_LENGTH);
  const offsetAt = rest.search(/[Zz+-]/);
  const milliseconds = Number(rest.slice(1, offsetAt).slice(0, 3).padEnd(3, '0'));
  return new Date(wall.getTime() + milliseconds - offsetMilliseconds(rest.slice(offsetAt)));
}

/** The offset of `+HH:MM` in milliseconds. `Z` has no digits, so its offset is 0. */
function offsetMilliseconds(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
