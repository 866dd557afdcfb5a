import { DateTime } from 'luxon';
import { bucketsOf } from '../../../domain/insight/buckets.ts';
import { coverageOfSpan, type SpanCoverage, type TimeSpan } from '../../../domain/insight/coverage.ts';
import type { Grain } from '../../../domain/insight/insight-sets.ts';
import type { IngestGap, IngestSnapshot } from '../../../domain/insight/ingest-state.ts';

/** The part of a window that a group speaks of, and what is known to be missing from it. */
export interface Span extends TimeSpan {
  /** Present in a series. */
  readonly bucket?: {
    /** Unix milliseconds at which the UTC bucket begins, before clipping. */
    readonly startMs: number;
    readonly label: string;
  };
  readonly coverage: SpanCoverage;
}

type Disclosed = Pick<IngestSnapshot, 'gaps' | 'keepsFrom'>;

/** The whole window as one span. */
export function wholeSpan({ from, to }: TimeSpan, { gaps, keepsFrom }: Disclosed): Span {
  return { from, to, coverage: coverageOfSpan({ from, to }, gaps, keepsFrom) };
}

/** Every bucket that the window touches, clipped to it, oldest first. */
export function bucketSpans(window: TimeSpan, grain: Grain, zone: string, { gaps, keepsFrom }: Disclosed): Span[] {
  const gapsByBucket = gapsOfBuckets(window, grain, gaps);
  return bucketsOf(window.from.getTime(), window.to.getTime(), grain).map((bucket) => {
    const from = new Date(Math.max(bucket.from, window.from.getTime()));
    const to = new Date(Math.min(bucket.to, window.to.getTime()));
    const coverage = coverageOfSpan({ from, to }, gapsByBucket.get(bucket.from) ?? [], keepsFrom);
    return { from, to, bucket: { startMs: bucket.from, label: bucketLabel(bucket.from, grain, zone) }, coverage };
  });
}

/** A series has up to thousands of buckets and a window as many gaps, so that each bucket looks at its own alone. */
function gapsOfBuckets(window: TimeSpan, grain: Grain, gaps: readonly IngestGap[]): Map<number, IngestGap[]> {
  const byBucket = new Map<number, IngestGap[]>();
  for (const gap of gaps) {
    const from = Math.max(gap.from.getTime(), window.from.getTime());
    const to = Math.min(gap.to.getTime(), window.to.getTime());
    for (const bucket of bucketsOf(from, to, grain)) {
      const held = byBucket.get(bucket.from);
      if (held === undefined) byBucket.set(bucket.from, [gap]);
      else held.push(gap);
    }
  }
  return byBucket;
}

/**
 * The start of a UTC bucket as a clock in the zone shows it. A date alone would name another day than the bucket's where
 * the two do not begin together: March begins on the evening of 28 February in New York.
 */
function bucketLabel(startMs: number, grain: Grain, zone: string): string {
  const start = DateTime.fromMillis(startMs, { zone, locale: 'en-US' });
  const unit = grain === 'month' ? 'month' : 'day';
  if (grain === 'hour' || start.startOf(unit).toMillis() !== startMs) return start.toFormat('yyyy-MM-dd HH:mm ZZ');
  return start.toFormat(grain === 'month' ? 'yyyy-MM' : 'yyyy-MM-dd');
}
