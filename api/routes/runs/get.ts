import { covers } from '../../../domain/access/resolve.ts';
import { envelopeOf } from '../../../contracts/envelope.ts';
import { ReportRunOpenV1Schema } from '../../../contracts/report-run.ts';
import { refuseIdempotencyKey } from '../../idempotency.ts';
import { openRun } from '../../open-run.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../route-context.ts';
import { NoQuerySchema, PATH, problems, SECURITY } from '../../route-schema.ts';

const OpenedSchema = envelopeOf('opened-report-run', ReportRunOpenV1Schema);

/** `customer.reports.runs.get`: a run with its answer, as far as this viewer may see it. Postgres alone answers. */
export function registerRunsGet(app: ApiApp, { ports, access }: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/reports/:rp/runs/:run`,
    {
      onRequest: access.requireRun,
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
      const { run, scopeEnvironmentIds } = access.run.of(request);
      const data = openRun({
        run,
        answer: await ports.reports.answerOf(run.run_id),
        mayReadCost: covers(access.caller.of(request), access.workspace.of(request), scopeEnvironmentIds, 'cost.read'),
        now: ports.clock.now(),
      });
      return { kind: 'opened-report-run' as const, data, request_id: request.id };
    },
  );
}
