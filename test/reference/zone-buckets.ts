import { Temporal } from '@js-temporal/polyfill';
import type { Grain } from '../../domain/insight/insight-sets.ts';
import type { LabelledBucket, Span } from './world.ts';

type LocalGrain = Exclude<Grain, 'hour'>;

/**
 * Every bucket of a zone's calendar that the window touches, not clipped, oldest first. Each is labelled by its local
 * date.
 */
export function zoneBuckets(window: Span, grain: LocalGrain, zone: string): LabelledBucket[] {
  const start = (date: Temporal.PlainDate): number => date.toZonedDateTime(zone).epochMilliseconds;
  let date = firstDate(localDate(window.fromMs, zone), grain);
  const buckets: LabelledBucket[] = [];
  while (start(date) < window.toMs) {
    const next = date.add(grain === 'day' ? { days: 1 } : grain === 'week' ? { weeks: 1 } : { months: 1 });
    const bucket = {
      fromMs: start(date),
      toMs: start(next),
      label: date.toString().slice(0, grain === 'month' ? 7 : 10),
    };
    // A date that the zone skipped has no duration.
    if (bucket.toMs > bucket.fromMs) buckets.push(bucket);
    date = next;
  }
  return buckets;
}

/** The last date that has begun. */
function localDate(instantMs: number, zone: string): Temporal.PlainDate {
  const shown = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone).toPlainDate();
  const next = shown.add({ days: 1 });
  return next.toZonedDateTime(zone).epochMilliseconds <= instantMs ? next : shown;
}

function firstDate(date: Temporal.PlainDate, grain: LocalGrain): Temporal.PlainDate {
  if (grain === 'day') return date;
  return grain === 'week' ? date.subtract({ days: date.dayOfWeek - 1 }) : date.with({ day: 1 });
}
