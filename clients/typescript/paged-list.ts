import type { Page } from './transport/answer.ts';

/**
 * A list that is read page by page. Nothing is sent before it is asked: `for await` goes through the items of all
 * pages and asks for a page when the one before is used up; `page()` asks for one page alone.
 */
export interface PagedList<Item> extends AsyncIterable<Item> {
  /** The page that the list begins with. */
  page(): Promise<Page<Item>>;
}

/** The list that begins at `cursor`. `load` asks for the page at a cursor, the first one when it is undefined. */
export function pagedList<Item>(
  cursor: string | undefined,
  load: (cursor: string | undefined) => Promise<Page<Item>>,
): PagedList<Item> {
  return {
    page: () => load(cursor),
    async *[Symbol.asyncIterator]() {
      let at = cursor;
      do {
        const page = await load(at);
        yield* page.items;
        at = page.nextCursor;
      } while (at !== undefined);
    },
  };
}
