import { DefectError } from '../../../domain/kernel/errors.ts';
import type { FacetKey, GroupKey } from '../../../domain/insight/group-sums.ts';
import { PURPOSES, type Grain, type Purpose } from '../../../domain/insight/insight-sets.ts';
import { FACETS } from '../../../domain/insight/dimensions.ts';
import type { FactsQuestion } from '../question/measured-facts.ts';
import type { BoundQuery } from '../question/bound-query.ts';
import { OTHER } from './facet-join.ts';

/** The columns that say which groups a row speaks of, but for their buckets. */
export interface LineRow {
  readonly purpose: string;
  /** The facet; empty for the whole. */
  readonly member: string;
  readonly value: string;
  readonly unserved: boolean;
}

/** The columns that say which group a row speaks of. */
export interface GroupRow extends LineRow {
  /** Start of the bucket in Unix seconds; 0 without a grain. */
  readonly bucket: number;
}

/** How a statement forms the columns of a `GroupRow`: those that its rows are told apart by, and all of them. */
export interface GroupColumns {
  readonly select: readonly string[];
  readonly groupBy: readonly string[];
}

/** How a question is told apart by time. */
type Bucketing = Pick<FactsQuestion, 'grain' | 'buckets'>;

const WHOLE = [`'' AS member`, `'' AS value`, 'false AS unserved'];

/**
 * Group columns over a time base. What they bind is in `bucketParams`.
 *
 * @param parts the expressions of member, value and unserved; absent where only the whole is asked
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

/** The columns of member, value and unserved; of the whole without their expressions. */
function facetColumns(parts?: readonly [member: string, value: string, unserved: string]): readonly string[] {
  return parts === undefined ? WHOLE : [`${parts[0]} AS member`, `${parts[1]} AS value`, `${parts[2]} AS unserved`];
}

/** Start of the bucket that an instant lies in, in Unix seconds; 0 without a grain. */
export function bucketColumn(timeBase: string, { grain, buckets }: Bucketing): string {
  if (grain === undefined) return '0';
  return buckets === undefined ? utcBucketStart(timeBase, grain) : zoneBucketStart(timeBase);
}

/** The values that the column of buckets binds. */
export function bucketParams({ buckets }: Bucketing): BoundQuery['params'] {
  return buckets === undefined ? {} : { bucket_starts: buckets.map(({ from }) => String(from / 1_000)) };
}

/** By the starts that the answer shows: ClickHouse may hold another release of the time-zone database. */
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

/** The groups that a row counts in: its own and, where purposes are told apart, the same under its purpose. */
export function groupKeys(row: GroupRow, question: Pick<FactsQuestion, 'grain' | 'facets'>): GroupKey[] {
  return keysOfBucket(row, row.bucket, question);
}

/** The groups that a bucket of a line counts in, likewise. */
export function keysOfBucket(
  row: LineRow,
  bucket: number,
  { grain, facets }: Pick<FactsQuestion, 'grain' | 'facets'>,
): GroupKey[] {
  const purpose = memberOf(PURPOSES, row.purpose);
  const bucketMs = grain === undefined ? undefined : bucket * 1_000;
  if (row.member.startsWith(OTHER)) {
    const member = memberOf(FACETS, row.member.slice(OTHER.length));
    return [keyOf(purpose, bucketMs, { member, value: '', unserved: false, other: true })];
  }
  if (row.member !== '') {
    const member = memberOf(FACETS, row.member);
    return [keyOf(purpose, bucketMs, { member, value: row.value, unserved: row.unserved })];
  }
  const whole = bucketMs === undefined ? { purpose } : { purpose, bucketMs };
  if (!facets.includes('purpose')) return [whole];
  return [whole, keyOf(purpose, bucketMs, { member: 'purpose', value: purpose, unserved: false })];
}

function keyOf(purpose: Purpose, bucketMs: number | undefined, facet: FacetKey): GroupKey {
  return bucketMs === undefined ? { purpose, facet } : { purpose, bucketMs, facet };
}

/** Equal exactly for equal keys: only a facet's value, which stands last, can hold a space. */
export function groupId(key: GroupKey): string {
  const { purpose, bucketMs, facet } = key;
  const whole = bucketMs === undefined ? purpose : `${purpose} ${bucketMs}`;
  if (facet === undefined) return whole;
  const kind = facet.other ? 'other' : facet.unserved ? 'unserved' : 'value';
  return `${whole} ${facet.member} ${kind} ${facet.value}`;
}

/** An integer as ClickHouse writes it. */
export function integer(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new DefectError(`ClickHouse answered ${text} where an integer is due.`);
  return BigInt(text);
}

/**
 * Integers as ClickHouse writes them, with a space between. Read digit by digit: a long answer has 40,000 of them, and to split
 * them and read each by itself takes twice the time.
 */
export function integers(text: string): bigint[] {
  const read: bigint[] = [];
  let [start, magnitude] = [0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? SPACE : text.charCodeAt(at);
    if (code === SPACE) {
      read.push(integerAt(text, start, at, magnitude));
      [start, magnitude] = [at + 1, 0];
    } else if (code >= ZERO && code <= NINE) magnitude = magnitude * 10 + code - ZERO;
    else if (code !== MINUS || at !== start)
      throw new DefectError(`ClickHouse answered ${text} where integers are due.`);
  }
  return read;
}

const SPACE = 0x20;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** One of them: by its magnitude, where a number holds that exactly. */
function integerAt(text: string, start: number, end: number, magnitude: number): bigint {
  const isNegative = text.charCodeAt(start) === MINUS;
  if (end - start === Number(isNegative)) throw new DefectError(`ClickHouse answered ${text} where integers are due.`);
  if (magnitude === 0) return 0n;
  if (magnitude > Number.MAX_SAFE_INTEGER) return BigInt(text.slice(start, end));
  return BigInt(isNegative ? -magnitude : magnitude);
}

/** The member of a closed set that ClickHouse wrote. */
export function memberOf<Of extends string>(set: readonly Of[], text: string): Of {
  const found = set.find((each) => each === text);
  if (found === undefined) throw new DefectError(`ClickHouse answered ${text} where one of ${set.join(', ')} is due.`);
  return found;
}
