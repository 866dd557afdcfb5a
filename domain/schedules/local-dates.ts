import { type ResolvedTime, resolveWallTime } from '../kernel/resolve-wall-time.ts';
import { type Cadence, type WallClockCadence, WEEKDAYS } from './cadence.ts';
import type { TimeZones } from './time-zones.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** An instant of a wall clock, and its intended local date in days since 1970-01-01. */
interface DatedTime extends ResolvedTime {
  readonly day: number;
}

/** Every instant of a wall clock at or after `fromMs`, oldest first, without end. */
export function* wallTimesFrom(
  cadence: WallClockCadence,
  fromMs: number,
  zones: TimeZones,
): Generator<DatedTime, never> {
  const times = wallTimesFromDay(cadence, firstDay(fromMs), zones);
  for (;;) {
    const time = times.next().value;
    if (time.atMs >= fromMs) yield time;
  }
}

/**
 * The intended local date of an instant of a wall clock, `YYYY-MM-DD`; undefined for an interval, which has no dates. A
 * time that a gap moved past midnight belongs to the date before.
 */
export function intendedDate(cadence: Cadence, at: Date, zones: TimeZones): string | undefined {
  if (cadence.mode === 'interval') return undefined;
  return dateOf(wallTimesFrom(cadence, at.getTime(), zones).next().value.day);
}

/**
 * The first instant whose intended local date is this date or a later one. Dates do not change if a government moves
 * its clocks. So a schedule continues from here under another release of the time-zone database, without a lost or
 * repeated date.
 */
export function instantFromDate(cadence: WallClockCadence, date: string, zones: TimeZones): Date {
  const times = wallTimesFromDay(cadence, Date.parse(`${date}T00:00:00Z`) / DAY_MS, zones);
  return new Date(times.next().value.atMs);
}

function* wallTimesFromDay(cadence: WallClockCadence, fromDay: number, zones: TimeZones): Generator<DatedTime, never> {
  const offsetMs = (utcMs: number): number => zones.offsetSeconds(cadence.timezone, utcMs) * 1_000;
  const timeMs = millisecondsOf(cadence.local_time);
  const on = (day: number): ResolvedTime => resolveWallTime(day * DAY_MS + timeMs, offsetMs);
  const step = cadence.frequency === 'daily' ? 1 : 7;
  for (let day = firstIntended(cadence, fromDay); ; day += step) {
    const instant = on(day);
    // A day that the zone skips completely is not a local day; its time would be that of the next day.
    if (step === 1 && instant.note === 'dst_gap' && instant.atMs >= on(day + 1).atMs) continue;
    yield { ...instant, day };
  }
}

/**
 * The first local date whose instants may be at or after `fromMs`. Clocks are at most 16 hours behind UTC, so the times
 * of the day before yesterday (UTC) have passed in every zone.
 */
function firstDay(fromMs: number): number {
  return Math.floor(fromMs / DAY_MS) - 1;
}

/** The first date of the cadence at or after another one. */
function firstIntended(cadence: WallClockCadence, day: number): number {
  return cadence.frequency === 'daily' ? day : day + daysUntil(WEEKDAYS.indexOf(cadence.weekday), day);
}

/** The days from a date to the next date with a weekday, 0 to 6. */
function daysUntil(weekday: number, day: number): number {
  // 1970-01-01 was a Thursday, three days after Monday.
  const distance = (weekday - day - 3) % 7;
  return distance < 0 ? distance + 7 : distance;
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function millisecondsOf(localTime: string): number {
  return Number(localTime.slice(0, 2)) * HOUR_MS + Number(localTime.slice(3)) * MINUTE_MS;
}
