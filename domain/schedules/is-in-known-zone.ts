import type { Cadence } from './cadence.ts';
import type { TimeZones } from './time-zones.ts';

/**
 * False for a cadence in a zone that another process saved, whose database is newer than this one: no instant of it can
 * be computed here.
 */
export function isInKnownZone({ timezone }: Cadence, zones: TimeZones): boolean {
  return timezone === undefined || zones.has(timezone);
}
