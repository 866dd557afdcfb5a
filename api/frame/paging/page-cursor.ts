import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TInteger } from 'typebox';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { MAX_PAGE_ITEMS } from '../../../contracts/wire/envelope.ts';
import { wholeSchema } from '../../../contracts/wire/scalars.ts';
import type { PageKey } from '../../../store/postgres/page-key.ts';

export const DEFAULT_PAGE_SIZE = 50;

/** The schema of the page size, with its default. */
export function pageSizeSchema(whenAbsent: number): TInteger {
  return wholeSchema(1, MAX_PAGE_ITEMS, {
    description: `1 to ${MAX_PAGE_ITEMS} items per page; by default ${whenAbsent}`,
  });
}

/** The owner of a cursor, which continues only this list for this subject. */
export interface CursorOwner {
  readonly list: string;
  readonly workspaceId: string;
  readonly subjectId: string;
}

/** Opaque, signed page cursors. Clients cannot create them, or use those of another list or person. */
export interface PageCursors {
  write(owner: CursorOwner, key: PageKey): string;
  /**
   * Reads a cursor.
   * @throws Refusal `validation_failed` at `pointer` for a cursor that was not issued here for this owner
   */
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
      // Signatures are compared as texts, because several base64url texts decode to the same bytes.
      const given = Buffer.from(signature);
      const made = Buffer.from(sign(owner, body));
      if (rest.length > 0 || given.length !== made.length || !timingSafeEqual(given, made)) {
        throw invalidMember(pointer, 'This cursor does not belong to this list. Start again without a cursor.');
      }
      const [createdAt, id] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, string];
      return { createdAt, id };
    },
  };
}
