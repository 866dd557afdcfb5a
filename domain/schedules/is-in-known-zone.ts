import type { Cadence } from './cadence.ts';
import type { TimeZones } from './time-zones.ts';

/**
 * True if this process knows the zone of a cadence, or the cadence has no zone. A process with a newer time-zone
 * database may save an unknown zone; this process cannot compute its instants.
 */
export function isInKnownZone({ timezone }: Cadence, zones: TimeZones): boolean {
  return timezone === undefined || zones.has(timezone);
}
