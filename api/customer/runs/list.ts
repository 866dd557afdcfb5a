import { Type } from 'typebox';
import { covers } from '../../../domain/tenancy/resolve.ts';
import { pageOf, PageTokenSchema } from '../../../contracts/wire/envelope.ts';
import { ReportRunV1Schema } from '../../../contracts/reports/report-run.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { listPage } from '../../frame/paging/list-page.ts';
import { runWithoutAnswer } from './open-run.ts';
import { DEFAULT_PAGE_SIZE, PageSizeSchema } from '../../frame/paging/page-cursor.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';
import { waitTeller } from './present-runs.ts';

const PageSchema = pageOf('report-runs', ReportRunV1Schema);

const QuerySchema = Type.Object(
  { limit: Type.Optional(PageSizeSchema), cursor: Type.Optional(PageTokenSchema) },
  { additionalProperties: false },
);

/** `customer.reports.runs.list`: the runs of a report that exist for the caller, newest first, without their answers. */
export function registerRunsList(app: ApiApp, { ports, access, cursors }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/reports/:rp/runs`,
    {
      onRequest: access.requireReport,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.reports.runs.list',
        summary: 'List the runs of a report',
        description:
          'The runs of a report, newest first, scheduled ones among them, without their answers: in which state each is, ' +
          'how often it was tried, what failed last, and what it waits for. A run whose scope the caller does not cover is left out.',
        tags: ['reports'],
        security: SECURITY,
        params: PATH.report,
        querystring: QuerySchema,
        response: { 200: PageSchema, ...problems() },
      },
    },
    async (request) => {
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const report = access.report.of(request);
      const { report_id: reportId, workspace_id: workspaceId } = report;
      const owner = { list: `runs of ${reportId}`, workspaceId, subjectId: caller.subjectId };
      const { cursor, limit = DEFAULT_PAGE_SIZE } = request.query;
      const page = await listPage({
        cursors,
        owner,
        token: cursor,
        pointer: '/cursor',
        limit,
        load: (after, count) => ports.reports.listRuns({ reportId, limit: count, after }),
        visible: (runs) =>
          Promise.resolve(runs.filter((run) => access.isVisibleRun(caller, workspace, { report, ...run }))),
        keyOf: ({ run }) => ({ createdAt: run.created_at, id: run.run_id }),
      });
      const tell = await waitTeller(ports);
      const now = ports.clock.now();
      return {
        kind: 'report-runs' as const,
        data: page.data.map((stored) => {
          const mayReadCost = covers(caller, workspace, stored.scopeEnvironmentIds, 'cost.read');
          return runWithoutAnswer({ stored: { ...stored, run: tell(stored) }, mayReadCost, now });
        }),
        next_cursor: page.next_cursor,
        request_id: request.id,
      };
    },
  );
}
