import { conflict, notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportRunV1Schema } from '../../../contracts/reports/report-run.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoBodySchema, NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const RunSchema = envelopeOf('report-run', ReportRunV1Schema);

/** `customer.reports.runs.cancel`: ends a queued or running run. The database decides the race with its worker. */
export function registerRunsCancel(app: ApiApp, { ports, access }: RouteContext): void {
  app.post(
    `${BASE_PATH}/organizations/:org/reports/:rp/runs/:run/cancel`,
    {
      onRequest: access.requireRun,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.reports.runs.cancel',
        summary: 'Cancel a run',
        description:
          "Ends a queued or running run, for the report's owner and for whoever started the run. A settled run is 409.",
        tags: ['reports'],
        security: SECURITY,
        params: PATH.run,
        querystring: NoQuerySchema,
        body: NoBodySchema,
        response: { 200: RunSchema, ...problemsWithBody('forbidden', 'conflict') },
      },
    },
    async (request) => {
      const { run } = access.run.of(request);
      const { subjectId } = access.caller.of(request);
      const data = await inOrder({
        permit: () => {
          if (subjectId !== run.initiator && subjectId !== access.report.of(request).owner) {
            throw new Refusal('forbidden', "Only the report's owner or whoever started the run may cancel it.");
          }
        },
        write: async () => {
          const cancelled = await ports.reports.cancelRun(run.run_id);
          if (cancelled !== undefined) return cancelled;
          // Somebody else was faster: the run is settled, or it went with its report.
          if ((await ports.reports.findRun(run.run_id)) === undefined) throw notFound();
          throw conflict('already_settled', 'The run is settled already; there is nothing left to cancel.');
        },
      });
      return { kind: 'report-run' as const, data, request_id: request.id };
    },
  );
}
