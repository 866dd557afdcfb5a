import type { FactsFilter } from '../question/facts-filter.ts';
import type { PageBounds } from './page-clauses.ts';

const DAY_MS = 86_400_000;

/**
 * The growth factor of parts. The statement of a page stops when it has its rows, so a long part costs no more than it
 * has to.
 */
const PAGE_GROWTH = 30;

/** The window in parts, newest first: its last day, then parts that grow by a factor. */
export function* newestParts(filter: FactsFilter, growth: number): Generator<FactsFilter> {
  let to = filter.to;
  for (let length = DAY_MS; to > filter.from; length *= growth) {
    const from = new Date(Math.max(filter.from.getTime(), to.getTime() - length));
    yield { ...filter, from, to };
    to = from;
  }
}

/**
 * The parts of the window in which the rows of a page are searched, from its position on. One day mostly has them all.
 * ClickHouse opens the ends of several parts of a table concurrently, and reads four times as many rows from a week as
 * from a day.
 */
export function pageParts(filter: FactsFilter, { after }: PageBounds): Iterable<FactsFilter> {
  const end = after === undefined ? Infinity : Number(after[0]) + 1;
  return newestParts({ ...filter, to: new Date(Math.min(filter.to.getTime(), end)) }, PAGE_GROWTH);
}
