import { resolveWallTime } from '../../kernel/resolve-wall-time.ts';
import type { TimeBucket } from './buckets.ts';

const DAY_MS = 86_400_000;

/** The offset of a zone from UTC at an instant, both in milliseconds. */
export type ZoneOffset = (utcMs: number) => number;

/** The grains of local buckets. Hours are always in UTC. */
export type LocalGrain = 'day' | 'week' | 'month';

/**
 * All local days, weeks (from Monday) or calendar months of a zone that overlap the half-open window, oldest first. A
 * day begins at its first midnight or, if clocks skip midnight, at the end of the gap. A day that clocks skip
 * completely has no bucket.
 */
export function localBuckets(fromMs: number, toMs: number, grain: LocalGrain, offset: ZoneOffset): TimeBucket[] {
  if (fromMs >= toMs) return [];
  const buckets: TimeBucket[] = [];
  let day = firstDayOf(dayAt(fromMs, offset), grain);
  for (let from = startOf(day, offset); from < toMs;) {
    const next = nextDayOf(day, grain);
    const to = startOf(next, offset);
    if (to > from) buckets.push({ from, to });
    [day, from] = [next, to];
  }
  return buckets;
}

/** The last local day that has begun at an instant, in days since 1970-01-01. */
function dayAt(instantMs: number, offset: ZoneOffset): number {
  const shown = Math.floor((instantMs + offset(instantMs)) / DAY_MS);
  // If clocks go back across midnight, they show the previous day again.
  return startOf(shown + 1, offset) <= instantMs ? shown + 1 : shown;
}

function startOf(day: number, offset: ZoneOffset): number {
  return resolveWallTime(day * DAY_MS, offset).atMs;
}

function firstDayOf(day: number, grain: LocalGrain): number {
  switch (grain) {
    case 'day':
      return day;
    case 'week':
      // 1970-01-01 was a Thursday.
      return day - ((((day + 3) % 7) + 7) % 7);
    case 'month':
      return monthOf(day, 0);
  }
}

/** The first day of the next bucket, given the first day of a bucket. */
function nextDayOf(day: number, grain: LocalGrain): number {
  switch (grain) {
    case 'day':
      return day + 1;
    case 'week':
      return day + 7;
    case 'month':
      return monthOf(day, 1);
  }
}

function monthOf(day: number, later: number): number {
  const at = new Date(day * DAY_MS);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1) / DAY_MS;
}
