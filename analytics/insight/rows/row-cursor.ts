import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson, sha256Digest } from '../../../contracts/wire/canonical-json.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { ReadContext } from '../../../contracts/insight/terms/read-context.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import type { RowPosition } from './page-clauses.ts';

/** The context to which a cursor is bound: it continues only this question under this pin. */
interface CursorOwner {
  readonly sealKey: string | Uint8Array;
  readonly pin: ReadContext;
  readonly query: InsightQuery;
}

/** The members that may change from page to page. The context is bound by its seal. */
const FREE: readonly string[] = ['cursor', 'read_context', 'page_size'];

/** An opaque cursor for a position. The position in it is readable but cannot be changed. */
export function sealCursor(owner: CursorOwner, position: RowPosition): string {
  const body = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${body}.${sealOf(owner, body)}`;
}

/**
 * The position at which a cursor continues.
 *
 * @throws Refusal `validation_failed` at `/cursor` if this service did not create it for this question under this pin
 */
export function openCursor(owner: CursorOwner, cursor: string): RowPosition {
  const [body = '', seal = '', ...rest] = cursor.split('.');
  // The texts are compared, because base64url decodes several texts to the same bytes.
  const given = Buffer.from(seal);
  const due = Buffer.from(sealOf(owner, body));
  if (rest.length > 0 || given.length !== due.length || !timingSafeEqual(given, due)) {
    throw invalidMember('/cursor', 'This cursor does not belong to this question. Start again without a cursor.');
  }
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as RowPosition;
}

function sealOf({ sealKey, pin, query }: CursorOwner, body: string): string {
  const question = Object.fromEntries(Object.entries(query).filter(([member]) => !FREE.includes(member)));
  return createHmac('sha256', sealKey)
    .update(canonicalJson(['insight-cursor', pin.seal, sha256Digest(question), body]))
    .digest('base64url');
}
