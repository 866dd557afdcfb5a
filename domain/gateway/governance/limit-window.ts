import { localBuckets, type ZoneOffset } from '../../insight/windows/local-buckets.ts';
import type { TimeBucket } from '../../insight/windows/buckets.ts';
import type { LimitPeriod } from './governance-block.ts';

/** The time windows in which a limit counts. */
export interface LimitWindow {
  readonly per: LimitPeriod;
  readonly timeZone: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The window that contains an instant, in Unix milliseconds; its end is exclusive. */
export function limitWindowAt(per: LimitPeriod, atMs: number, offset: ZoneOffset): TimeBucket {
  if (per === 'minute') return evenly(atMs, MINUTE_MS);
  if (per === 'hour') return evenly(atMs, HOUR_MS);
  // Every instant is in exactly one bucket.
  const [bucket] = localBuckets(atMs, atMs + 1, per, offset) as [TimeBucket];
  return bucket;
}

function evenly(atMs: number, lengthMs: number): TimeBucket {
  const from = Math.floor(atMs / lengthMs) * lengthMs;
  return { from, to: from + lengthMs };
}
