import { boundInstant, instantParam } from '../sql/fact-conditions.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';

/**
 * The position of the last row of a page: its instant in Unix milliseconds, then the ids that order rows of one
 * instant.
 */
export type RowPosition = readonly [at: string, ...ids: string[]];

/** The maximum number of rows of a page, and the position after which it begins. */
export interface PageBounds {
  readonly rows: number;
  readonly after?: RowPosition;
}

/**
 * Reads backwards in the order of the primary key and stops when the page is full. Without the two settings, the engine
 * fills a buffer for each part before it applies the limit: 1,250,000 rows for a page of 50 over a month of three
 * million, instead of 80,000.
 */
const STOP_EARLY = 'SETTINGS read_in_order_use_buffering = 0, max_block_size = 8192';

/**
 * Sorts the rows that were found. The rows of one request are few and found by an index, so stopping early saves
 * nothing. With 4.5 million attempts in 15 parts, sorting takes 0.92 of the time of reading in order.
 */
const SORT_FOUND = 'SETTINGS optimize_read_in_order = 0';

/** Conditions that select the rows after a position, newest first, then by descending ids. */
export function afterPosition(timeBase: string, ids: readonly string[], { after }: PageBounds): string[] {
  if (after === undefined) return [];
  const at = boundInstant('after_at');
  const bound = ids.map((id) => `{after_${id}:String}`);
  return [
    `toStartOfHour(${timeBase}) <= toStartOfHour(${at})`,
    `${timeBase} <= ${at}`,
    `(${timeBase} < ${at} OR (${ids.join(', ')}) < (${bound.join(', ')}))`,
  ];
}

/**
 * The clauses after the conditions of a page: newest first, then by descending ids. The hour is first because the
 * primary key begins with it; of duplicate facts, the one that arrived last is first.
 *
 * @param unique the columns whose values a page has only once; without them, duplicates remain
 */
export function newestFirst(timeBase: string, ids: readonly string[], unique: readonly string[] = []): string {
  return pageClauses([`toStartOfHour(${timeBase})`, timeBase, ...ids], unique, STOP_EARLY);
}

/** The clauses of `newestFirst` for the rows of one request. */
export function newestOfRequest(timeBase: string, ids: readonly string[], unique: readonly string[] = []): string {
  return pageClauses([timeBase, ...ids], unique, SORT_FOUND);
}

function pageClauses(order: readonly string[], unique: readonly string[], settings: string): string {
  return [
    `ORDER BY ${[...order, 'arrival_seq'].map((expression) => `${expression} DESC`).join(', ')}`,
    ...(unique.length === 0 ? [] : [`LIMIT 1 BY ${unique.join(', ')}`]),
    'LIMIT {rows:UInt32}',
    settings,
  ].join('\n');
}

/** The values that the clauses of a page bind. */
export function pageParams(ids: readonly string[], { rows, after }: PageBounds): BoundQuery['params'] {
  if (after === undefined) return { rows: String(rows) };
  const [at, ...held] = after;
  return {
    rows: String(rows),
    after_at: instantParam(Number(at)),
    ...Object.fromEntries(ids.map((id, index) => [`after_${id}`, held[index] ?? ''])),
  };
}
