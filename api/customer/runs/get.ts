import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportRunOpenV1Schema } from '../../../contracts/reports/report-run.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { openRunOf } from './open-run.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoQuerySchema, PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';

const OpenedSchema = envelopeOf('opened-report-run', ReportRunOpenV1Schema);

/** `customer.reports.runs.get`: a run with its answer, as far as this viewer may see it. Postgres alone answers. */
export function registerRunsGet(app: ApiApp, context: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/reports/:rp/runs/:run`,
    {
      onRequest: context.access.requireRun,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.reports.runs.get',
        summary: 'Read one run of a report, with its answer',
        description: 'A run with its answer as far as this viewer may see it: money is withheld without `cost.read`.',
        tags: ['reports'],
        security: SECURITY,
        params: PATH.run,
        querystring: NoQuerySchema,
        response: { 200: OpenedSchema, ...problems() },
      },
    },
    async (request) => {
      const data = await openRunOf(context, request);
      return { kind: 'opened-report-run' as const, data, request_id: request.id };
    },
  );
}
