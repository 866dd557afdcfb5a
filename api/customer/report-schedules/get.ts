import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportScheduleV1Schema } from '../../../contracts/schedules/report-schedule.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { schedulePresenter } from './present-schedule.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoQuerySchema, PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';

const ScheduleSchema = envelopeOf('report-schedule', ReportScheduleV1Schema);

/** `customer.report_schedules.get`: the schedule, whether what runs it is there, and when it runs next. */
export function registerReportSchedulesGet(app: ApiApp, { ports, access }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/report-schedules/:sch`,
    {
      onRequest: access.requireSchedule,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.report_schedules.get',
        summary: 'Read one schedule',
        description:
          'A schedule for its owner and its recipients: whether what runs it is there, and its next three instants from now.',
        tags: ['report schedules'],
        security: SECURITY,
        params: PATH.schedule,
        querystring: NoQuerySchema,
        response: { 200: ScheduleSchema, ...problems() },
      },
    },
    async (request) => {
      const present = await schedulePresenter(ports);
      return { kind: 'report-schedule' as const, data: present(access.schedule.of(request)), request_id: request.id };
    },
  );
}
