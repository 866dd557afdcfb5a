import { Type } from 'typebox';
import { MAX_PAGE_ITEMS, pageOf, PageTokenSchema } from '../../../contracts/wire/envelope.ts';
import { ReportScheduleV1Schema } from '../../../contracts/schedules/report-schedule.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { listPage } from '../../frame/paging/list-page.ts';
import { pageSizeSchema } from '../../frame/paging/page-cursor.ts';
import { schedulePresenter } from './present-schedule.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';

const PageSchema = pageOf('report-schedules', ReportScheduleV1Schema);

/** Five times as many as the contract gives a workspace, so that whoever asks for no page misses none of those. */
const DEFAULT_SCHEDULES = MAX_PAGE_ITEMS;

const QuerySchema = Type.Object(
  { limit: Type.Optional(pageSizeSchema(DEFAULT_SCHEDULES)), cursor: Type.Optional(PageTokenSchema) },
  { additionalProperties: false },
);

/** `customer.report_schedules.list`: the schedules that the caller owns or receives, newest first. */
export function registerReportSchedulesList(app: ApiApp, { ports, access, cursors }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/report-schedules`,
    {
      onRequest: access.requireWorkspace,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.report_schedules.list',
        summary: 'List schedules',
        description: 'The schedules of a workspace that the caller owns or receives, newest first.',
        tags: ['report schedules'],
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
      const owner = { list: 'report-schedules', workspaceId, subjectId };
      const { cursor, limit = DEFAULT_SCHEDULES } = request.query;
      const page = await listPage({
        cursors,
        owner,
        token: cursor,
        pointer: '/cursor',
        limit,
        load: (after, count) => ports.schedules.list({ workspaceId, subjectId, limit: count, after }),
        visible: (schedules) => access.visibleSchedules(caller, workspace, schedules),
        keyOf: ({ record }) => ({ createdAt: record.created_at, id: record.schedule_id }),
      });
      const present = await schedulePresenter(ports);
      return {
        kind: 'report-schedules' as const,
        data: page.data.map(present),
        next_cursor: page.next_cursor,
        request_id: request.id,
      };
    },
  );
}
