import type { Grain } from '../../../domain/insight/insight-sets.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';

/** The columns that identify the groups of a row, without their buckets. */
export interface LineRow {
  readonly purpose: string;
  /** The facet; empty for the total. */
  readonly member: string;
  readonly value: string;
  readonly unserved: boolean;
}

/** The columns that identify the group of a row. */
export interface GroupRow extends LineRow {
  /** Start of the bucket in Unix seconds; 0 without a grain. */
  readonly bucket: number;
}

/** The columns of a statement for a `GroupRow`: all of them, and those that it groups by. */
export interface GroupColumns {
  readonly select: readonly string[];
  readonly groupBy: readonly string[];
}

/** The time buckets of a question. */
type Bucketing = Pick<FactsQuestion, 'grain' | 'buckets'>;

const WHOLE = [`'' AS member`, `'' AS value`, 'false AS unserved'];

/**
 * The group columns over a time base. `bucketParams` has the values that they bind.
 *
 * @param parts the expressions of member, value and unserved; absent if only the total is requested
 */
export function groupColumns(
  timeBase: string,
  question: Bucketing,
  parts?: readonly [member: string, value: string, unserved: string],
): GroupColumns {
  return {
    select: ['purpose', `${bucketColumn(timeBase, question)} AS bucket`, ...facetColumns(parts)],
    groupBy: [
      'purpose',
      ...(question.grain === undefined ? [] : ['bucket']),
      ...(parts === undefined ? [] : ['member', 'value', 'unserved']),
    ],
  };
}

/** The columns of member, value and unserved; for the total, constants. */
function facetColumns(parts?: readonly [member: string, value: string, unserved: string]): readonly string[] {
  return parts === undefined ? WHOLE : [`${parts[0]} AS member`, `${parts[1]} AS value`, `${parts[2]} AS unserved`];
}

/** The start of the bucket of an instant, in Unix seconds; 0 without a grain. */
export function bucketColumn(timeBase: string, { grain, buckets }: Bucketing): string {
  if (grain === undefined) return '0';
  return buckets === undefined ? utcBucketStart(timeBase, grain) : zoneBucketStart(timeBase);
}

/** The values that `bucketColumn` binds. */
export function bucketParams({ buckets }: Bucketing): BoundQuery['params'] {
  return buckets === undefined ? {} : { bucket_starts: buckets.map(({ from }) => String(from / 1_000)) };
}

/**
 * The start of a bucket, from the starts that the answer shows: ClickHouse may have another release of the time-zone
 * database, so it does not compute them.
 */
function zoneBucketStart(timeBase: string): string {
  return `roundDown(toUnixTimestamp(${timeBase}), arrayMap(start -> toUnixTimestamp(start), {bucket_starts:Array(DateTime('UTC'))}))`;
}

function utcBucketStart(timeBase: string, grain: Grain): string {
  switch (grain) {
    case 'hour':
      return `toUnixTimestamp(toStartOfHour(${timeBase}))`;
    case 'day':
      return `toUnixTimestamp(toStartOfDay(${timeBase}))`;
    case 'week':
      return `toUnixTimestamp(toDateTime(toMonday(${timeBase}), 'UTC'))`;
    case 'month':
      return `toUnixTimestamp(toDateTime(toStartOfMonth(${timeBase}), 'UTC'))`;
  }
}
