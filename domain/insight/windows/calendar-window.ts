import type { TimeBucket } from './buckets.ts';
import { localBuckets, type LocalGrain, type ZoneOffset } from './local-buckets.ts';

/** The units of a window of complete local days, weeks or months. */
export const CALENDAR_UNITS = ['day', 'week', 'month'] as const satisfies readonly LocalGrain[];

/** The last complete days, weeks (from Monday) or calendar months of a time zone, without the current unit. */
export interface CalendarWindow {
  readonly unit: LocalGrain;
  /** The number of units, at least one. */
  readonly count: number;
  /** The name of a zone of the IANA database. */
  readonly timezone: string;
}

const DAY_MS = 86_400_000;
const MAX_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS } as const satisfies Record<LocalGrain, number>;

/** The length of the window in seconds, if clocks never change and every month has 31 days. */
export function nominalSeconds({ unit, count }: Pick<CalendarWindow, 'unit' | 'count'>): number {
  return (count * MAX_MS[unit]) / 1_000;
}

/**
 * The window at an instant, half-open, in Unix milliseconds. Days have 23 or 25 hours if clocks change. A day that the
 * zone skipped does not count.
 */
export function calendarWindowAt(
  { unit, count }: Pick<CalendarWindow, 'unit' | 'count'>,
  atMs: number,
  offset: ZoneOffset,
): TimeBucket {
  // Two more units than counted: the current one, and one for a day that the zone skips.
  const earliest = atMs - (count + 2) * MAX_MS[unit];
  const over = localBuckets(earliest, atMs, unit, offset).filter(({ to }) => to <= atMs);
  const counted = over.slice(-count);
  return { from: Math.min(...counted.map(({ from }) => from)), to: Math.max(...counted.map(({ to }) => to)) };
}
