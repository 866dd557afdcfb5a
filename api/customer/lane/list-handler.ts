import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { PageTokenSchema } from '../../../contracts/wire/envelope.ts';
import type { EnvelopedOperation, Operation } from '../../../contracts/wire/operations/operation.ts';
import { collectPage, type PageSource } from '../../frame/paging/collect-page.ts';
import { DEFAULT_PAGE_SIZE, pageSizeSchema } from '../../frame/paging/page-cursor.ts';
import type { HandlerAnswer } from '../../frame/operations/operation-handler.ts';
import type { RouteContext } from './route-context.ts';
import { type AccessName, type CustomerHandler, createCustomerHandler } from './create-customer-handler.ts';

/** The source of the rows of a list, for one caller. */
export interface ListSource<Row, Document> extends Omit<PageSource<Row>, 'after' | 'limit'> {
  /** The name of the list. Together with the workspace, it restricts a cursor to this list. */
  readonly list: string;
  /** The workspace; empty for a list outside of workspaces. */
  readonly workspaceId: string;
  /** Converts the rows of a page to documents. */
  readonly present: (rows: Row[]) => Document[] | Promise<Document[]>;
}

type EnvelopedOperations = Readonly<Record<string, EnvelopedOperation>>;

type DocumentOf<Declared extends Operation> =
  HandlerAnswer<Declared> extends { readonly data: (infer Document)[] } ? Document : never;

interface ListParts<Declared extends Operation, Row> {
  readonly access: AccessName;
  /** The default number of items per page. */
  readonly pageSize?: number;
  /** The member of the query that holds the cursor. */
  readonly cursor?: 'cursor' | 'page-token';
  readonly source: (request: FastifyRequest, context: RouteContext) => ListSource<Row, DocumentOf<Declared>>;
}

/** Creates the handler of a list operation, which answers page by page, newest first. */
export function createListHandler<Declared extends EnvelopedOperations, Name extends keyof Declared & string, Row>(
  operations: Declared,
  name: Name,
  { access, pageSize = DEFAULT_PAGE_SIZE, cursor = 'cursor', source }: ListParts<Declared[Name], Row>,
): CustomerHandler {
  const query = Type.Object(
    { limit: Type.Optional(pageSizeSchema(pageSize)), [cursor]: Type.Optional(PageTokenSchema) },
    { additionalProperties: false },
  );
  return {
    ...createCustomerHandler(operations as EnvelopedOperations, name, {
      access,
      query,
      answer: async (request, context) => {
        const { list, workspaceId, present, ...look } = source(request, context);
        const { limit = pageSize, ...at } = request.query as { limit?: number } & { [Name in typeof cursor]?: string };
        const token = at[cursor];
        const { subjectId } = context.access.caller.of(request);
        const owner = { list, workspaceId, subjectId };
        const { cursors } = context;
        const after = token === undefined || token === '' ? undefined : cursors.read(owner, token, `/${cursor}`);
        const { items, next } = await collectPage({ ...look, limit, after });
        return { data: await present(items), next_cursor: next === undefined ? '' : cursors.write(owner, next) };
      },
    }),
  };
}
