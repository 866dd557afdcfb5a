import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { PageTokenSchema } from '../../../contracts/wire/envelope.ts';
import type { PageKey } from '../../../store/postgres/page-key.ts';
import { collectPage } from '../../frame/paging/collect-page.ts';
import { DEFAULT_PAGE_SIZE, pageSizeSchema } from '../../frame/paging/page-cursor.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import type { ManagementContext } from './create-management-handler.ts';

/** The members of the query of a list: the number of rows of a page, and the cursor of the previous page. */
export const PAGE_QUERY = {
  limit: Type.Optional(pageSizeSchema(DEFAULT_PAGE_SIZE)),
  cursor: Type.Optional(PageTokenSchema),
} as const;

interface PageRequest {
  readonly limit?: number;
  readonly cursor?: string;
}

/** The rows of a list, newest first. */
interface ListRows<Row> {
  /** The name of the list, and what restricts its rows, such as a workspace. A cursor continues only this list. */
  readonly list: string;
  readonly load: (after: PageKey | undefined, limit: number) => Promise<Row[]>;
  readonly keyOf: (row: Row) => PageKey;
}

/**
 * Reads one page of a list of the management plane.
 * @throws Refusal `validation_failed` for a cursor that another list or another credential got
 */
export async function readListPage<Row>(
  request: FastifyRequest & { readonly query: PageRequest },
  { cursors, caller }: Pick<ManagementContext, 'cursors' | 'caller'>,
  { list, load, keyOf }: ListRows<Row>,
): Promise<{ readonly rows: Row[]; readonly nextCursor: string }> {
  const { limit = DEFAULT_PAGE_SIZE, cursor = '' } = request.query;
  const owner = { list, workspaceId: '', subjectId: callerCredentialId(caller.of(request)) };
  const after = cursor === '' ? undefined : cursors.read(owner, cursor, '/cursor');
  const { items, next } = await collectPage({ limit, after, load, keyOf });
  return { rows: items, nextCursor: next === undefined ? '' : cursors.write(owner, next) };
}
