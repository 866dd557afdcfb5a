import type { Cadence, CadenceNote } from './cadence.ts';
import type { CadenceInstant } from './instants.ts';
import type { TimeZones } from './time-zones.ts';

/** An instant of a cadence as it is shown. */
export interface ScheduledInstant {
  /** RFC 3339, UTC, milliseconds. */
  readonly scheduled_utc: string;
  /** What clocks of the cadence's zone show then, with their offset; clocks of UTC where the cadence names no zone. */
  readonly local: string;
  readonly note: CadenceNote;
}

/** The same instant for people: in UTC and on the clocks of the cadence's zone. */
export function toScheduledInstant(
  { timezone }: Cadence,
  { at, note }: CadenceInstant,
  zones: TimeZones,
): ScheduledInstant {
  const offset = timezone === undefined ? 0 : zones.offsetSeconds(timezone, at.getTime());
  const clock = new Date(at.getTime() + offset * 1_000).toISOString().slice(0, -1);
  return { scheduled_utc: at.toISOString(), local: `${clock}${offsetText(offset)}`, note };
}

/** `+HH:MM`. RFC 3339 has no seconds here, which offsets had until 1972; they are rounded, as Temporal rounds them. */
function offsetText(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${seconds * minutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
