import type { ResolvedTime } from '../kernel/resolve-wall-time.ts';
import type { Cadence, CadenceNote, Frequency, IntervalCadence } from './cadence.ts';
import { wallTimesFrom } from './local-dates.ts';
import type { TimeZones } from './time-zones.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The period of each frequency in milliseconds. */
const PERIOD_MS = { hourly: HOUR_MS, daily: DAY_MS, weekly: 7 * DAY_MS } as const satisfies Record<Frequency, number>;

/** One instant of a cadence. */
export interface CadenceInstant {
  readonly at: Date;
  readonly note: CadenceNote;
}

/** The instants of a cadence in a half-open window, oldest first, each computed on demand. */
export function* generateInstants(
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

/** The first instant of a cadence after another instant. */
export function nextInstant(cadence: Cadence, after: Date, zones: TimeZones): CadenceInstant {
  const { atMs, note } = instantsFrom(cadence, after.getTime() + 1, zones).next().value;
  return { at: new Date(atMs), note };
}

/**
 * The latest instant of a cadence at or before another instant, and the first one after it. `latest` is undefined
 * before the anchor.
 */
export function findSurroundingInstants(
  cadence: Cadence,
  at: Date,
  zones: TimeZones,
): { readonly latest: CadenceInstant | undefined; readonly next: CadenceInstant } {
  // The distance of two instants is at most one period plus 32 hours, the maximum difference of two offsets.
  const instants = instantsFrom(cadence, at.getTime() - PERIOD_MS[cadence.frequency] - 2 * DAY_MS, zones);
  let latest: CadenceInstant | undefined;
  for (;;) {
    const { atMs, note } = instants.next().value;
    const instant = { at: new Date(atMs), note };
    if (instant.at > at) return { latest, next: instant };
    latest = instant;
  }
}

/** Every instant of a cadence at or after `fromMs`, without end. Earlier instants are not enumerated. */
function instantsFrom(cadence: Cadence, fromMs: number, zones: TimeZones): Generator<ResolvedTime, never> {
  return cadence.mode === 'interval' ? intervalsFrom(cadence, fromMs) : wallTimesFrom(cadence, fromMs, zones);
}

function* intervalsFrom({ anchor, frequency }: IntervalCadence, fromMs: number): Generator<ResolvedTime, never> {
  const anchorMs = Date.parse(anchor);
  const period = PERIOD_MS[frequency];
  const first = Math.max(0, Math.ceil((fromMs - anchorMs) / period));
  for (let count = first; ; count += 1) yield { atMs: anchorMs + count * period, note: '' };
}
