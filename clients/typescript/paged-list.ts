import type { ListOptions } from './call-options.ts';
import type { CustomerTransport } from './customer-lane-rules.ts';
import type { Documents, OPERATIONS } from './operations.ts';
import type { Page } from './transport/answer.ts';
import type { PathIds } from './transport/lane-rules.ts';

/**
 * A list that is read page by page. Nothing is sent before it is asked: `for await` goes through the items of all
 * pages and asks for a page when the one before is used up; `page()` asks for one page alone.
 */
export interface PagedList<Item> extends AsyncIterable<Item> {
  /** The page that the list begins with. */
  page(): Promise<Page<Item>>;
}

/** The operations that list. */
type ListName = {
  [Name in keyof Documents]: Documents[Name] extends readonly unknown[] ? Name : never;
}[keyof Documents];

/** The list of an operation. `member` is the member of its query that says where a page begins. */
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

/** The list that begins at `cursor`. `load` asks for the page at a cursor, the first one when it is undefined. */
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
