import { IANAZone } from 'luxon';

/**
 * True for a zone of the IANA database, such as `Europe/Berlin` or `UTC`. Offsets (`+01:00`) are refused by name: newer
 * engines take them for zones and older ones do not, and an offset knows no daylight saving. `Local` and `system` name
 * the server's zone, which is nobody's intent.
 */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && !/^(local|system|default)$/i.test(name) && IANAZone.isValidZone(name);
}
