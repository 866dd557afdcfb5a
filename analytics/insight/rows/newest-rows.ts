import type { FactsFilter } from '../question/facts-filter.ts';
import type { RunQuestionQuery, BoundQuery } from '../../statements/bound-query.ts';
import type { PageBounds, RowPosition } from './page-clauses.ts';

/** A query for pages of rows, newest first. */
export interface PagedRows<Found> {
  readonly query: (filter: FactsFilter, page: PageBounds) => BoundQuery;
  /** The position of a fact. Facts at the same position are one row, represented by the first of them. */
  readonly positionOf: (found: Found) => RowPosition;
}

/**
 * The rows of a page, without duplicates. Duplicates are dropped here and replaced by further rows. `LIMIT 1 BY` would
 * make ClickHouse sort all wide rows of an hour: 32 ms for a page of 50 in a busy hour, instead of 15 ms.
 *
 * @param parts the window, or consecutive parts of it, newest first
 */
export async function newestRows<Found>(
  ask: RunQuestionQuery,
  parts: Iterable<FactsFilter>,
  page: PageBounds,
  { query, positionOf }: PagedRows<Found>,
): Promise<Found[]> {
  const rows: Found[] = [];
  let after = page.after;
  for (const part of parts) {
    for (let more = true; more && rows.length < page.rows;) {
      const wanted = page.rows - rows.length;
      const found = await ask<Found>(query(part, { rows: wanted, ...(after && { after }) }));
      for (const row of found) {
        const position = positionOf(row);
        if (after === undefined || !samePosition(position, after)) rows.push(row);
        after = position;
      }
      more = found.length === wanted;
    }
    if (rows.length >= page.rows) break;
  }
  return rows;
}

function samePosition(one: RowPosition, other: RowPosition): boolean {
  return one.every((value, index) => value === other[index]);
}
