import { Type } from 'typebox';
import { pageOf, PageTokenSchema } from '../../../contracts/wire/envelope.ts';
import { ReportInboxItemV1Schema } from '../../../contracts/schedules/report-inbox.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { listPage } from '../../frame/paging/list-page.ts';
import { DEFAULT_PAGE_SIZE, PageSizeSchema } from '../../frame/paging/page-cursor.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';

const PageSchema = pageOf('report-inbox', ReportInboxItemV1Schema);

const QuerySchema = Type.Object(
  { limit: Type.Optional(PageSizeSchema), cursor: Type.Optional(PageTokenSchema) },
  { additionalProperties: false },
);

/** `customer.report_inbox.list`: what was delivered to the caller, newest first, each with the name of its report. */
export function registerReportInboxList(app: ApiApp, { ports, access, cursors }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/report-inbox`,
    {
      onRequest: access.requireWorkspace,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.report_inbox.list',
        summary: 'List what was delivered to the caller',
        description:
          "The caller's own items of a workspace, newest first: identifiers, and the name of the report as it is called now. " +
          'The name is null where the item cannot be opened any more.',
        tags: ['report inbox'],
        security: SECURITY,
        params: PATH.workspace,
        querystring: QuerySchema,
        response: { 200: PageSchema, ...problems() },
      },
    },
    async (request) => {
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const { subjectId } = caller;
      const { workspaceId } = workspace;
      const owner = { list: 'report-inbox', workspaceId, subjectId };
      const { cursor, limit = DEFAULT_PAGE_SIZE } = request.query;
      const page = await listPage({
        cursors,
        owner,
        token: cursor,
        pointer: '/cursor',
        limit,
        load: (after, count) => ports.inbox.list({ workspaceId, recipient: subjectId, limit: count, after }),
        keyOf: ({ item }) => ({ createdAt: item.delivered_at, id: item.delivery_id }),
      });
      return {
        kind: 'report-inbox' as const,
        data: page.data.map(({ item, source }) => {
          const opens = source !== undefined && access.isVisibleRun(caller, workspace, source);
          return { ...item, report_name: opens ? source.report.name : null };
        }),
        next_cursor: page.next_cursor,
        request_id: request.id,
      };
    },
  );
}
