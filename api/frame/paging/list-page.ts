import { collectPage, type PageLook } from './collect-page.ts';
import type { CursorOwner, PageCursors } from './page-cursor.ts';

interface ListLook<Item> extends Omit<PageLook<Item>, 'after'> {
  readonly cursors: PageCursors;
  readonly owner: CursorOwner;
  /** The cursor that the caller sent; absent or empty, the list begins. */
  readonly token: string | undefined;
  /** Where the cursor stands in the request. */
  readonly pointer: string;
}

/** One page of a list as its answer has it. */
export async function listPage<Item>(look: ListLook<Item>): Promise<{ data: Item[]; next_cursor: string }> {
  const { cursors, owner, token, pointer, ...rest } = look;
  const after = token === undefined || token === '' ? undefined : cursors.read(owner, token, pointer);
  const { items, next } = await collectPage({ ...rest, after });
  return { data: items, next_cursor: next === undefined ? '' : cursors.write(owner, next) };
}
