import type { FactsFilter } from '../question/facts-filter.ts';
import type { PageBounds } from './page-clauses.ts';

const DAY_MS = 86_400_000;

/** A statement of a page stops as soon as it has its rows, so that a long part costs no more than it has to. */
const PAGE_GROWTH = 30;

/** The window in parts, newest first: its last day, then each part longer than the one before by a factor. */
export function* newestParts(filter: FactsFilter, growth: number): Generator<FactsFilter> {
  let to = filter.to;
  for (let length = DAY_MS; to > filter.from; length *= growth) {
    const from = new Date(Math.max(filter.from.getTime(), to.getTime() - length));
    yield { ...filter, from, to };
    to = from;
  }
}

/**
 * The parts of the window that a page is looked for in, from its position on: a day mostly holds it. ClickHouse opens
 * the ends of several parts of a table at once, and reads four times as many rows for it in a week as in a day.
 */
export function pageParts(filter: FactsFilter, { after }: PageBounds): Iterable<FactsFilter> {
  const end = after === undefined ? Infinity : Number(after[0]) + 1;
  return newestParts({ ...filter, to: new Date(Math.min(filter.to.getTime(), end)) }, PAGE_GROWTH);
}
