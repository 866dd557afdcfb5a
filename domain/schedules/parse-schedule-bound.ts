import { parseInstant } from '../kernel/parse-instant.ts';

/**
 * Reads an instant that a schedule can speak of: RFC 3339 with any offset, and in the years 2000 to 2099 of UTC, so
 * that what is kept or answered in UTC can be sent again.
 *
 * @returns undefined for a text of another form, an instant that does not exist, and one of other years
 */
export function parseScheduleBound(text: string): Date | undefined {
  const instant = parseInstant(text);
  const year = instant?.getUTCFullYear() ?? 0;
  return year >= 2000 && year <= 2099 ? instant : undefined;
}
