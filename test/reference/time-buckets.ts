import type { Grain } from '../../domain/insight/insight-sets.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { LabelledBucket, Span } from './world.ts';
import { zoneBuckets } from './zone-buckets.ts';

/** The start of the UTC bucket that contains an instant. */
function bucketStart(instantMs: number, grain: Grain): number {
  const at = new Date(instantMs);
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  switch (grain) {
    case 'hour':
      return midnight + at.getUTCHours() * 3_600_000;
    case 'day':
      return midnight;
    case 'week':
      // getUTCDay counts from Sunday.
      return midnight - ((at.getUTCDay() + 6) % 7) * 86_400_000;
    case 'month':
      return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  }
}

/** The members of a question that define its buckets. */
type Bucketing = Pick<InsightQuery, 'grain' | 'display_tz' | 'bucket_tz'>;

/** Every bucket that the window touches, not clipped, oldest first. */
export function wholeBuckets(
  window: Span,
  { grain, display_tz: zone = 'UTC', bucket_tz: own }: Bucketing,
): LabelledBucket[] {
  if (grain === undefined) return [];
  if (own !== undefined && grain !== 'hour') return zoneBuckets(window, grain, own);
  const buckets: LabelledBucket[] = [];
  for (let start = bucketStart(window.fromMs, grain); start < window.toMs; start = nextStart(start, grain))
    buckets.push({ fromMs: start, toMs: nextStart(start, grain), label: labelOf(start, grain, zone) });
  return buckets;
}

/** The buckets of the window, clipped to it. */
export function bucketsIn(window: Span, query: Bucketing): LabelledBucket[] {
  return wholeBuckets(window, query).map(({ fromMs, toMs, label }) => ({
    fromMs: Math.max(fromMs, window.fromMs),
    toMs: Math.min(toMs, window.toMs),
    label,
  }));
}

function nextStart(start: number, grain: Grain): number {
  switch (grain) {
    case 'hour':
      return start + 3_600_000;
    case 'day':
      return start + 86_400_000;
    case 'week':
      return start + 7 * 86_400_000;
    case 'month':
      // No month has more than 31 days.
      return bucketStart(start + 31 * 86_400_000, 'month');
  }
}

/** The unclipped start, as a clock in the zone would show it. */
function labelOf(start: number, grain: Grain, zone: string): string {
  const parts = new Map(
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'longOffset',
    })
      .formatToParts(start)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const month = `${part('year')}-${part('month')}`;
  const day = `${month}-${part('day')}`;
  const time = `${part('hour')}:${part('minute')}`;
  if (grain === 'month' && part('day') === '01' && time === '00:00') return month;
  if ((grain === 'day' || grain === 'week') && time === '00:00') return day;
  const offset = part('timeZoneName').slice('GMT'.length);
  return `${day} ${time} ${offset === '' ? '+00:00' : offset}`;
}
