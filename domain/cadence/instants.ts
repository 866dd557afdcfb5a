import {
  type Cadence,
  type CadenceNote,
  type Frequency,
  type IntervalCadence,
  type WallClockCadence,
  WEEKDAYS,
} from './cadence.ts';
import type { TimeZones } from './time-zones.ts';
import { type ResolvedTime, resolveWallTime } from './wall-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Elapsed time between two instants of an interval. */
const PERIOD_MS = { hourly: HOUR_MS, daily: DAY_MS, weekly: 7 * DAY_MS } as const satisfies Record<Frequency, number>;

/** One instant of a cadence. */
export interface CadenceInstant {
  readonly at: Date;
  readonly note: CadenceNote;
}

/** The instants of a cadence in a half-open window, oldest first, each computed when it is asked for. */
export function* instantsIn(
  cadence: Cadence,
  { from, to }: { readonly from: Date; readonly to: Date },
  zones: TimeZones,
): Generator<CadenceInstant, void> {
  for (const { atMs, note } of instantsFrom(cadence, from.getTime(), zones)) {
    if (atMs >= to.getTime()) return;
    yield { at: new Date(atMs), note };
  }
}

/** The first `count` instants of a cadence after another instant, oldest first. */
export function nextInstants(cadence: Cadence, after: Date, count: number, zones: TimeZones): CadenceInstant[] {
  const next: CadenceInstant[] = [];
  for (const { atMs, note } of instantsFrom(cadence, after.getTime() + 1, zones)) {
    if (next.length === count) break;
    next.push({ at: new Date(atMs), note });
  }
  return next;
}

/** The latest instant of a cadence at or before another one; undefined where that lies before its anchor. */
export function latestInstant(cadence: Cadence, at: Date, zones: TimeZones): CadenceInstant | undefined {
  // Two instants are never farther apart than a period and the 32 hours by which two offsets can differ.
  const from = new Date(at.getTime() - PERIOD_MS[cadence.frequency] - 2 * DAY_MS);
  let latest: CadenceInstant | undefined;
  for (const instant of instantsIn(cadence, { from, to: new Date(at.getTime() + 1) }, zones)) latest = instant;
  return latest;
}

/** Every instant at or after `fromMs`. It has no end, and begins without going through what lies before. */
function instantsFrom(cadence: Cadence, fromMs: number, zones: TimeZones): Generator<ResolvedTime, void> {
  return cadence.mode === 'interval' ? intervalsFrom(cadence, fromMs) : wallTimesFrom(cadence, fromMs, zones);
}

function* intervalsFrom({ anchor, frequency }: IntervalCadence, fromMs: number): Generator<ResolvedTime, void> {
  const anchorMs = Date.parse(anchor);
  const period = PERIOD_MS[frequency];
  const first = Math.max(0, Math.ceil((fromMs - anchorMs) / period));
  for (let count = first; ; count += 1) yield { atMs: anchorMs + count * period, note: '' };
}

function* wallTimesFrom(cadence: WallClockCadence, fromMs: number, zones: TimeZones): Generator<ResolvedTime, void> {
  const offsetMs = (utcMs: number): number => zones.offsetSeconds(cadence.timezone, utcMs) * 1_000;
  const timeMs = millisecondsOf(cadence.local_time);
  const on = (day: number): ResolvedTime => resolveWallTime(day * DAY_MS + timeMs, offsetMs);
  const step = cadence.frequency === 'daily' ? 1 : 7;
  for (let day = firstDay(cadence, fromMs); ; day += step) {
    const instant = on(day);
    if (instant.atMs < fromMs) continue;
    // A day that the zone skips whole is no local day; its time would be that of the day after.
    if (step === 1 && instant.note === 'dst_gap' && instant.atMs >= on(day + 1).atMs) continue;
    yield instant;
  }
}

/**
 * The first intended local date, in days since 1970-01-01, whose instant may lie at or after `fromMs`. Clocks are at most
 * 16 hours behind UTC, so that the times of the day before yesterday (UTC) have passed everywhere.
 */
function firstDay(cadence: WallClockCadence, fromMs: number): number {
  const day = Math.floor(fromMs / DAY_MS) - 1;
  return cadence.frequency === 'daily' ? day : day + daysUntil(WEEKDAYS.indexOf(cadence.weekday), day);
}

/** Days from a date to the next one with that weekday, 0 to 6. */
function daysUntil(weekday: number, day: number): number {
  // 1970-01-01 was a Thursday, which is three days after Monday.
  const distance = (weekday - day - 3) % 7;
  return distance < 0 ? distance + 7 : distance;
}

function millisecondsOf(localTime: string): number {
  return Number(localTime.slice(0, 2)) * HOUR_MS + Number(localTime.slice(3)) * 60_000;
}
