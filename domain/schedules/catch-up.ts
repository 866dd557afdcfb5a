import { CATCH_UP_MS } from './report-occurrence.ts';
import type { Cadence } from './cadence.ts';
import { findSurroundingInstants, generateInstants } from './instants.ts';
import type { TimeZones } from './time-zones.ts';

/** The number of skipped instants, and the first and last of them. */
interface Skipped {
  readonly count: number;
  readonly from: Date;
  readonly to: Date;
}

/** The owed instants of a schedule at a moment, and its next run. */
export interface CatchUpResult {
  /** The latest owed instant, which either runs or is missed; undefined if no instant is owed. */
  readonly owed: { readonly scheduledFor: Date; readonly isMissed: boolean; readonly skipped?: Skipped } | undefined;
  /** The first instant after the moment. */
  readonly next: Date;
}

/**
 * The owed instants of a schedule that was due at `nextRunAt`. If the latest one is at most 24 hours old, it runs and
 * the older ones count as skipped. Otherwise, all of them count as missed.
 */
export function catchUp(
  cadence: Cadence,
  { nextRunAt, now }: { readonly nextRunAt: Date; readonly now: Date },
  zones: TimeZones,
): CatchUpResult {
  const { latest, next: following } = findSurroundingInstants(cadence, now, zones);
  const next = following.at;
  if (latest === undefined || latest.at < nextRunAt) return { owed: undefined, next };
  const scheduledFor = latest.at;
  const isMissed = now.getTime() - scheduledFor.getTime() > CATCH_UP_MS;
  const end = isMissed ? new Date(scheduledFor.getTime() + 1) : scheduledFor;
  const skipped = countInstants(cadence, { from: nextRunAt, to: end }, zones);
  return { owed: { scheduledFor, isMissed, ...(skipped && { skipped }) }, next };
}

function countInstants(cadence: Cadence, window: { from: Date; to: Date }, zones: TimeZones): Skipped | undefined {
  let skipped: Skipped | undefined;
  for (const { at } of generateInstants(cadence, window, zones)) {
    skipped = { count: (skipped?.count ?? 0) + 1, from: skipped?.from ?? at, to: at };
  }
  return skipped;
}
