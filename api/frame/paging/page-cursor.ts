import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TInteger } from 'typebox';
import { invalid } from '../../../domain/kernel/errors.ts';
import { MAX_PAGE_ITEMS } from '../../../contracts/wire/envelope.ts';
import { wholeSchema } from '../../../contracts/wire/scalars.ts';
import type { PageKey } from '../../../store/postgres/page-key.ts';

export const DEFAULT_PAGE_SIZE = 50;

/** The number of items of a page, and its default. */
export function pageSizeSchema(whenAbsent: number): TInteger {
  return wholeSchema(1, MAX_PAGE_ITEMS, {
    description: `1 to ${MAX_PAGE_ITEMS} items a page, ${whenAbsent} when absent`,
  });
}

/** The owner of a cursor: it continues this list for this subject, and no other. */
export interface CursorOwner {
  readonly list: string;
  readonly workspaceId: string;
  readonly subjectId: string;
}

/** Opaque, signed page cursors: clients cannot make one, and nobody can use another list's or another person's. */
export interface PageCursors {
  write(owner: CursorOwner, key: PageKey): string;
  /** @throws Refusal `validation_failed` at `pointer` for a cursor that was not made here for this owner */
  read(owner: CursorOwner, cursor: string, pointer: string): PageKey;
}

export function createPageCursors(key: Uint8Array): PageCursors {
  const sign = (owner: CursorOwner, body: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([owner.list, owner.workspaceId, owner.subjectId, body]))
      .digest('base64url');
  return {
    write(owner, { createdAt, id }) {
      const body = Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
      return `${body}.${sign(owner, body)}`;
    },
    read(owner, cursor, pointer) {
      const [body = '', signature = '', ...rest] = cursor.split('.');
      // Compared as written: base64url reads several texts as the same bytes.
      const given = Buffer.from(signature);
      const made = Buffer.from(sign(owner, body));
      if (rest.length > 0 || given.length !== made.length || !timingSafeEqual(given, made)) {
        throw invalid(pointer, 'This cursor does not belong to this list. Start again without one.');
      }
      const [createdAt, id] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, string];
      return { createdAt, id };
    },
  };
}
