import type { PageKey } from '../../../store/postgres/page-key.ts';

export interface CollectedPage<Item> {
  readonly items: Item[];
  /** The start of the next page; undefined on the last page. */
  readonly next: PageKey | undefined;
}

/**
 * The number of rows per read after a first read with hidden rows, so that thousands of hidden rows take few reads for
 * any limit.
 */
const FURTHER_ROWS = 500;

/** The reading of a list, newest first. */
export interface PageSource<Item> {
  readonly limit: number;
  readonly after: PageKey | undefined;
  readonly load: (after: PageKey | undefined, limit: number) => Promise<Item[]>;
  /** The items that the caller may see; all of them if absent. */
  readonly visible?: (items: Item[]) => Promise<Item[]>;
  readonly keyOf: (item: Item) => PageKey;
}

/**
 * Collects one full page of the rows that the caller may see. Hidden rows are skipped here, so they neither shorten a
 * page nor appear in its cursor.
 */
export async function collectPage<Item>(look: PageSource<Item>): Promise<CollectedPage<Item>> {
  const { limit, load, visible, keyOf } = look;
  const items: Item[] = [];
  let { after } = look;
  // One row more than fits shows whether a next page exists.
  let count = limit + 1;
  for (;;) {
    const rows = await load(after, count);
    items.push(...(visible === undefined ? rows : await visible(rows)));
    const last = rows.at(-1);
    if (items.length > limit || rows.length < count || last === undefined) break;
    after = keyOf(last);
    count = FURTHER_ROWS;
  }
  const shown = items.slice(0, limit);
  const lastShown = shown.at(-1);
  return { items: shown, next: items.length > limit && lastShown !== undefined ? keyOf(lastShown) : undefined };
}
