import { Type } from 'typebox';
import { pageOf, PageTokenSchema } from '../../../contracts/wire/envelope.ts';
import { ReportOccurrenceV1Schema } from '../../../contracts/schedules/report-occurrence.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { listPage } from '../../frame/paging/list-page.ts';
import { DEFAULT_PAGE_SIZE, PageSizeSchema } from '../../frame/paging/page-cursor.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';

const PageSchema = pageOf('report-schedule-occurrences', ReportOccurrenceV1Schema);

const QuerySchema = Type.Object(
  { limit: Type.Optional(PageSizeSchema), cursor: Type.Optional(PageTokenSchema) },
  { additionalProperties: false },
);

/** `customer.report_schedules.occurrences`: what became of the instants of a schedule, newest first. */
export function registerReportSchedulesOccurrences(app: ApiApp, { ports, access, cursors }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/report-schedules/:sch/occurrences`,
    {
      onRequest: access.requireSchedule,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.report_schedules.occurrences',
        summary: 'List occurrences of a schedule',
        description: 'What became of the instants that were taken or missed, newest first. It is history, no forecast.',
        tags: ['report schedules'],
        security: SECURITY,
        params: PATH.schedule,
        querystring: QuerySchema,
        response: { 200: PageSchema, ...problems() },
      },
    },
    async (request) => {
      const { subjectId } = access.caller.of(request);
      const { schedule_id: scheduleId, workspace_id: workspaceId } = access.schedule.of(request).record;
      const owner = { list: `occurrences of ${scheduleId}`, workspaceId, subjectId };
      const { cursor, limit = DEFAULT_PAGE_SIZE } = request.query;
      const page = await listPage({
        cursors,
        owner,
        token: cursor,
        pointer: '/cursor',
        limit,
        load: (after, count) => ports.schedules.listOccurrences({ scheduleId, limit: count, after }),
        keyOf: (occurrence) => ({ createdAt: occurrence.scheduled_for, id: occurrence.occurrence_id }),
      });
      return {
        kind: 'report-schedule-occurrences' as const,
        ...page,
        request_id: request.id,
      };
    },
  );
}
