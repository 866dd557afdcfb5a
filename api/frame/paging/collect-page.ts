import type { PageKey } from '../../../store/postgres/page-key.ts';

export interface Page<Item> {
  readonly items: Item[];
  /** Where the next page starts; undefined on the last page. */
  readonly next: PageKey | undefined;
}

/** Rows in one look once the first held something hidden: thousands of hidden rows are a few looks, whatever the limit. */
const FURTHER_ROWS = 500;

/** How a list is read, newest first. */
export interface PageLook<Item> {
  readonly limit: number;
  readonly after: PageKey | undefined;
  readonly load: (after: PageKey | undefined, limit: number) => Promise<Item[]>;
  /** What of it the caller may see; all of it when absent. */
  readonly visible?: (items: Item[]) => Promise<Item[]>;
  readonly keyOf: (item: Item) => PageKey;
}

/**
 * One full page of the rows that the caller may see. Rows that are hidden are skipped here, so they neither shorten a
 * page nor show in its cursor.
 */
export async function collectPage<Item>(look: PageLook<Item>): Promise<Page<Item>> {
  const { limit, load, visible, keyOf } = look;
  const items: Item[] = [];
  let { after } = look;
  // One more than fits says whether there is a next page.
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
