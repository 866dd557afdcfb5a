import { PRODUCER_CLASSES } from './insight-sets.ts';
import type { TimeSpan } from './coverage.ts';
import type { IngestGap } from './ingest-state.ts';

/** The default limit in seconds for which traffic may wait to be loaded before figures disclose that it is missing. */
export const INDEX_BEHIND_SECONDS = 60;

/**
 * The time since which traffic has been waiting, if it has waited for longer than the limit; undefined while the index
 * is current, or if the time is unknown.
 */
export function behindSince(waitingSince: Date | undefined, now: Date, maxSeconds: number): Date | undefined {
  if (waitingSince === undefined) return undefined;
  return now.getTime() - waitingSince.getTime() > maxSeconds * 1_000 ? waitingSince : undefined;
}

/**
 * The gaps of a span while the index is behind. The producers and times of unread lines are unknown, so the complete
 * span counts as a gap of every producer.
 */
export function unreadGaps({ from, to }: TimeSpan): IngestGap[] {
  return PRODUCER_CLASSES.map((producerClass) => ({ producerClass, from, to }));
}
