import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportV1Schema } from '../../../contracts/reports/report.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoQuerySchema, PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';

const ReportSchema = envelopeOf('report', ReportV1Schema);

/** `customer.reports.get`: the definition, which names its latest run and carries no answer. */
export function registerReportsGet(app: ApiApp, { access }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/reports/:rp`,
    {
      onRequest: access.requireReport,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.reports.get',
        summary: 'Read one report',
        description:
          'The definition of a report for its owner and its recipients. It names the latest run and carries no answer.',
        tags: ['reports'],
        security: SECURITY,
        params: PATH.report,
        querystring: NoQuerySchema,
        response: { 200: ReportSchema, ...problems() },
      },
    },
    (request) => ({ kind: 'report' as const, data: access.report.of(request), request_id: request.id }),
  );
}
