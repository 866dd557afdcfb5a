import { localInstant } from '../kernel/text/local-instant.ts';
import type { Cadence, CadenceNote } from './cadence.ts';
import type { CadenceInstant } from './instants.ts';
import type { TimeZones } from './time-zones.ts';

/** An instant of a cadence in a document. */
export interface ScheduledInstant {
  /** The instant in RFC 3339, in UTC with milliseconds. */
  readonly scheduled_utc: string;
  /** The local time in the cadence's zone, with its offset; UTC if the cadence names no zone. */
  readonly local: string;
  readonly note: CadenceNote;
}

/** An instant in UTC and on the clocks of the cadence's zone. */
export function toScheduledInstant(
  { timezone }: Cadence,
  { at, note }: CadenceInstant,
  zones: TimeZones,
): ScheduledInstant {
  const offset = timezone === undefined ? 0 : zones.offsetSeconds(timezone, at.getTime());
  return { scheduled_utc: at.toISOString(), local: localInstant(at.getTime(), offset), note };
}
