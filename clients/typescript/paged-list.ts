import type { ListOptions } from './call-options.ts';
import type { CustomerTransport } from './customer-lane-rules.ts';
import type { Documents, OPERATIONS } from './operations.ts';
import type { Page } from './transport/answer.ts';
import type { PathIds } from './transport/lane-rules.ts';

/**
 * A list that the client reads page by page, on demand. `for await` yields the items of all pages and requests a page
 * when the previous one is used up. `page()` requests one page only.
 */
export interface PagedList<Item> extends AsyncIterable<Item> {
  /** Requests the first page of the list. */
  page(): Promise<Page<Item>>;
}

/** The operations that answer with lists. */
type ListName = {
  [Name in keyof Documents]: Documents[Name] extends readonly unknown[] ? Name : never;
}[keyof Documents];

/** The list of an operation. `member` names the query parameter that holds the cursor. */
export function pagesOf<Name extends ListName>(
  transport: CustomerTransport,
  name: Name,
  ids: () => PathIds<(typeof OPERATIONS)[Name]>,
  member: string,
  { limit, cursor: first, ...options }: ListOptions = {},
): PagedList<Documents[Name][number]> {
  return pagedList<Documents[Name][number]>(first, async (cursor) => {
    const input = { ids: ids(), query: { limit, [member]: cursor }, options };
    const { data, ...rest } = await transport.ask(name, input);
    return { items: data, ...rest };
  });
}

/**
 * The list that begins at `cursor`. `load` requests the page at a cursor, or the first page if the cursor is undefined.
 */
function pagedList<Item>(
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
