import type { Grain } from '../insight-sets.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The first Monday of Unix time, 1970-01-05. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** A half-open time bucket in Unix milliseconds, not clipped to a window. */
export interface TimeBucket {
  readonly from: number;
  readonly to: number;
}

/** The UTC bucket that contains an instant: an hour, a day, a week that begins on Monday, or a calendar month. */
export function bucketAt(instantMs: number, grain: Grain): TimeBucket {
  switch (grain) {
    case 'hour':
      return fixed(instantMs, HOUR_MS, 0);
    case 'day':
      return fixed(instantMs, DAY_MS, 0);
    case 'week':
      return fixed(instantMs, 7 * DAY_MS, FIRST_MONDAY_MS);
    case 'month': {
      const at = new Date(instantMs);
      const month = (offset: number): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1);
      return { from: month(0), to: month(1) };
    }
  }
}

/** All UTC buckets that overlap the half-open window, oldest first. */
export function listBuckets(fromMs: number, toMs: number, grain: Grain): TimeBucket[] {
  const buckets: TimeBucket[] = [];
  let at = fromMs;
  while (at < toMs) {
    const bucket = bucketAt(at, grain);
    buckets.push(bucket);
    at = bucket.to;
  }
  return buckets;
}

function fixed(instantMs: number, lengthMs: number, originMs: number): TimeBucket {
  const from = originMs + Math.floor((instantMs - originMs) / lengthMs) * lengthMs;
  return { from, to: from + lengthMs };
}
