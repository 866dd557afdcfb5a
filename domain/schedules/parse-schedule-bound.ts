import { parseInstant } from '../kernel/parse-instant.ts';

/**
 * The instant of an RFC 3339 text with any offset, in the years 2000 to 2099 of UTC. The limit ensures that a stored or
 * returned UTC instant is a valid input again.
 *
 * @returns undefined if the text has another form, or names an instant that does not exist or is in another year
 */
export function parseScheduleBound(text: string): Date | undefined {
  const instant = parseInstant(text);
  const year = instant?.getUTCFullYear() ?? 0;
  return year >= 2000 && year <= 2099 ? instant : undefined;
}
