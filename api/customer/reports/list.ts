import { Type } from 'typebox';
import { pageOf, PageTokenSchema } from '../../../contracts/wire/envelope.ts';
import { ReportV1Schema } from '../../../contracts/reports/report.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { listPage } from '../../frame/paging/list-page.ts';
import { DEFAULT_PAGE_SIZE, PageSizeSchema } from '../../frame/paging/page-cursor.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';

const PageSchema = pageOf('reports', ReportV1Schema);

const QuerySchema = Type.Object(
  {
    limit: Type.Optional(PageSizeSchema),
    'page-token': Type.Optional(PageTokenSchema),
  },
  { additionalProperties: false },
);

/** `customer.reports.list`: the reports that the caller owns or receives, newest first. */
export function registerReportsList(app: ApiApp, { ports, access, cursors }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/reports`,
    {
      onRequest: access.requireWorkspace,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.reports.list',
        summary: 'List reports',
        description: 'The reports of a workspace that the caller owns or receives, newest first.',
        tags: ['reports'],
        security: SECURITY,
        params: PATH.workspace,
        querystring: QuerySchema,
        response: { 200: PageSchema, ...problems() },
      },
    },
    async (request) => {
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const { workspaceId } = workspace;
      const { subjectId } = caller;
      const owner = { list: 'reports', workspaceId, subjectId };
      const { 'page-token': token, limit = DEFAULT_PAGE_SIZE } = request.query;
      const page = await listPage({
        cursors,
        owner,
        token,
        pointer: '/page-token',
        limit,
        load: (after, count) => ports.reports.list({ workspaceId, subjectId, limit: count, after }),
        visible: (reports) => access.visibleReports(caller, workspace, reports),
        keyOf: (report) => ({ createdAt: report.created_at, id: report.report_id }),
      });
      return {
        kind: 'reports' as const,
        ...page,
        request_id: request.id,
      };
    },
  );
}
