const RFC_3339 = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Reads an RFC 3339 instant with any offset. Digits below the millisecond are dropped, as those of facts are: a bound at
 * the very instant of a fact selects it.
 *
 * @returns undefined for a text of another form, and for a day or time that does not exist (February 30, 24:00).
 */
export function parseInstant(text: string): Date | undefined {
  const [, day, time, fraction = '', offset] = RFC_3339.exec(text) ?? [];
  if (day === undefined || time === undefined || offset === undefined) return undefined;
  const wall = new Date(`${day}T${time}Z`);
  // The engine rolls February 30 over to March 2; a text that does not come back was no such instant.
  if (Number.isNaN(wall.getTime()) || !wall.toISOString().startsWith(`${day}T${time}`)) return undefined;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return new Date(wall.getTime() + milliseconds - offsetMilliseconds(offset));
}

function offsetMilliseconds(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
