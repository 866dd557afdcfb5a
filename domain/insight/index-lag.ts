import { PRODUCER_CLASSES } from './insight-sets.ts';
import type { TimeSpan } from './coverage.ts';
import type { IngestGap } from './ingest-state.ts';

/**
 * Seconds that traffic may wait to be read and loaded before figures disclose that it is missing, unless a setting says
 * otherwise.
 */
export const INDEX_BEHIND_SECONDS = 60;

/**
 * The time since which the index is behind: traffic has waited for longer than the limit. Undefined while it is
 * current, or if it is unknown.
 */
export function behindSince(waitingSince: Date | undefined, now: Date, maxSeconds: number): Date | undefined {
  if (waitingSince === undefined) return undefined;
  return now.getTime() - waitingSince.getTime() > maxSeconds * 1_000 ? waitingSince : undefined;
}

/**
 * The gaps of a span while the index is behind. Unread lines show neither their producer nor their time, so all of the
 * span counts.
 */
export function unreadGaps({ from, to }: TimeSpan): IngestGap[] {
  return PRODUCER_CLASSES.map((producerClass) => ({ producerClass, from, to }));
}
