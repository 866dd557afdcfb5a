const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Characters from the year to the second. */
const WALL_LENGTH = 19;

/**
 * Reads an RFC 3339 instant with any offset. Digits below the millisecond are dropped, as those of facts are: a bound
 * at the very instant of a fact selects it.
 *
 * @returns undefined for a text of another form, and for a day or time that does not exist (February 30, 24:00).
 */
export function parseInstant(text: string): Date | undefined {
  if (!RFC_3339.test(text)) return undefined;
  const seconds = text.slice(0, WALL_LENGTH).toUpperCase();
  const wall = new Date(`${seconds}Z`);
  // The engine rolls February 30 over to March 2; a text that does not come back was no such instant.
  if (Number.isNaN(wall.getTime()) || !wall.toISOString().startsWith(seconds)) return undefined;
  const rest = text.slice(WALL_LENGTH);
  const offsetAt = rest.search(/[Zz+-]/);
  const milliseconds = Number(rest.slice(1, offsetAt).slice(0, 3).padEnd(3, '0'));
  return new Date(wall.getTime() + milliseconds - offsetMilliseconds(rest.slice(offsetAt)));
}

/** The offset of `+HH:MM` in milliseconds; `Z` has no digits, which count as 0. */
function offsetMilliseconds(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
