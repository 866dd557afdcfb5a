import { notFound } from '../../../domain/kernel/errors.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportScheduleDeletionSchema } from '../../../contracts/schedules/report-schedule.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { permitScheduling } from './permit-scheduling.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoBodySchema, NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const DeletionSchema = envelopeOf('report-schedule', ReportScheduleDeletionSchema);

/** `customer.report_schedules.delete`: the owner retires the schedule; what it ran and delivered stays. */
export function registerReportSchedulesDelete(app: ApiApp, { ports, access }: RouteContext): void {
  app.delete(
    `${BASE_PATH}/organizations/:org/report-schedules/:sch`,
    {
      onRequest: access.requireSchedule,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.report_schedules.delete',
        summary: 'Delete a schedule',
        description:
          'Takes the schedule away, for the owner alone, and stops what is in flight. Its runs and what it delivered stay.',
        tags: ['report schedules'],
        security: SECURITY,
        params: PATH.schedule,
        querystring: NoQuerySchema,
        body: NoBodySchema,
        response: { 200: DeletionSchema, ...problemsWithBody('forbidden') },
      },
    },
    async (request) => {
      const { record } = access.schedule.of(request);
      const data = await inOrder({
        permit: () => permitScheduling(access.caller.of(request), record),
        write: () => ports.schedules.delete(record.schedule_id),
      });
      if (data === undefined) throw notFound();
      return { kind: 'report-schedule' as const, data, request_id: request.id };
    },
  );
}
