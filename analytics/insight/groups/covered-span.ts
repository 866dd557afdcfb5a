import { DateTime } from 'luxon';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import { timeZones } from '../../../contracts/wire/time-zone.ts';
import { listBuckets, type TimeBucket } from '../../../domain/insight/windows/buckets.ts';
import { computeSpanCoverage, type SpanCoverage, type TimeSpan } from '../../../domain/insight/coverage.ts';
import type { Grain } from '../../../domain/insight/insight-sets.ts';
import type { IngestGap, IngestSnapshot } from '../../../domain/insight/ingest-state.ts';

/** The part of a window that a group covers, and the traffic that is known to be missing from it. */
export interface CoveredSpan extends TimeSpan {
  /** Present in a series: the start of the bucket in Unix milliseconds, before clipping. */
  readonly startMs?: number;
  /** Present in a series: the span as answers show it. All groups of the bucket share this object. */
  readonly bucket?: NonNullable<AnswerGroup['bucket']>;
  readonly coverage: SpanCoverage;
}

type Disclosed = Pick<IngestSnapshot, 'gaps' | 'keepsFrom'>;

/** The complete window as one span. */
export function wholeSpan({ from, to }: TimeSpan, { gaps, keepsFrom }: Disclosed): CoveredSpan {
  return { from, to, coverage: computeSpanCoverage({ from, to }, gaps, keepsFrom) };
}

/** The UTC buckets that overlap the window, clipped to it, oldest first. */
export function bucketSpans(window: TimeSpan, grain: Grain, zone: string, disclosed: Disclosed): CoveredSpan[] {
  const buckets = listBuckets(window.from.getTime(), window.to.getTime(), grain);
  return spansOf(window, buckets, disclosed, (startMs) => bucketLabel(startMs, grain, zone));
}

/** The spans of these buckets of a zone's calendar, clipped to the window. */
export function zoneSpans(
  window: TimeSpan,
  buckets: readonly TimeBucket[],
  grain: Grain,
  zone: string,
  disclosed: Disclosed,
): CoveredSpan[] {
  return spansOf(window, buckets, disclosed, (startMs) =>
    dateLabel(DateTime.fromMillis(startMs, { zone, locale: 'en-US' }), grain),
  );
}

function spansOf(
  window: TimeSpan,
  buckets: readonly TimeBucket[],
  { gaps, keepsFrom }: Disclosed,
  labelOf: (startMs: number) => string,
): CoveredSpan[] {
  const gapsByBucket = gapsOfBuckets(buckets, gaps);
  // One bucket ends where the next begins, so each of the thousands of ends in a year is formatted once.
  let [to, end] = [window.from, window.from.toISOString()];
  return buckets.map((bucket) => {
    const [from, begin] = [to, end];
    to = bucket.to < window.to.getTime() ? new Date(bucket.to) : window.to;
    end = to.toISOString();
    const gapsOfBucket = gapsByBucket.get(bucket.from);
    const isWhole = gapsOfBucket === undefined && (keepsFrom === undefined || from >= keepsFrom);
    const coverage = isWhole ? NOTHING_MISSING : computeSpanCoverage({ from, to }, gapsOfBucket ?? [], keepsFrom);
    return { from, to, startMs: bucket.from, bucket: { from: begin, to: end, label: labelOf(bucket.from) }, coverage };
  });
}

/** The coverage that all complete buckets share, so that values derived from it are computed once. */
const NOTHING_MISSING: SpanCoverage = { gapsOf: [], isExpired: false };

/**
 * The gaps of each bucket. There can be thousands of buckets and as many gaps, so each bucket gets only the gaps that
 * overlap it.
 */
function gapsOfBuckets(buckets: readonly TimeBucket[], gaps: readonly IngestGap[]): Map<number, IngestGap[]> {
  const byBucket = new Map<number, IngestGap[]>();
  for (const gap of gaps) {
    const [from, to] = [gap.from.getTime(), gap.to.getTime()];
    for (let index = firstEndingAfter(buckets, from); index < buckets.length; index += 1) {
      const bucket = buckets[index];
      if (bucket === undefined || bucket.from >= to) break;
      const held = byBucket.get(bucket.from);
      if (held === undefined) byBucket.set(bucket.from, [gap]);
      else held.push(gap);
    }
  }
  return byBucket;
}

/** The index of the first bucket that ends after an instant; the buckets are ordered, oldest first. */
function firstEndingAfter(buckets: readonly TimeBucket[], instantMs: number): number {
  let [low, high] = [0, buckets.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((buckets[middle]?.to ?? Infinity) > instantMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The start of a UTC bucket on the clock of a zone. A date alone would be ambiguous if the bucket and the local day do
 * not start together: March begins on the evening of 28 February in New York.
 */
function bucketLabel(startMs: number, grain: Grain, zone: string): string {
  if (grain === 'hour') return hourLabel(startMs, zone);
  const start = DateTime.fromMillis(startMs, { zone, locale: 'en-US' });
  const unit = grain === 'month' ? 'month' : 'day';
  if (start.startOf(unit).toMillis() !== startMs) return hourLabel(startMs, zone);
  return dateLabel(start, grain);
}

/**
 * The label of an hour, `2026-03-01 14:00 +09:00`. A year has thousands of hours, so no calendar library is called for
 * each.
 */
function hourLabel(startMs: number, zone: string): string {
  const minutes = Math.trunc(timeZones.offsetSeconds(zone, startMs) / 60);
  const shown = new Date(startMs + minutes * 60_000).toISOString();
  return `${shown.slice(0, 10)} ${shown.slice(11, 16)} ${minutes === 0 ? '+00:00' : offsetText(minutes)}`;
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function dateLabel(start: DateTime, grain: Grain): string {
  return start.toFormat(grain === 'month' ? 'yyyy-MM' : 'yyyy-MM-dd');
}
