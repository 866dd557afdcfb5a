import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportDeletionSchema } from '../../../contracts/reports/report.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoBodySchema, NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const DeletionSchema = envelopeOf('report', ReportDeletionSchema);

/** `customer.reports.delete`: the owner takes the report away, with every run and every answer of it. */
export function registerReportsDelete(app: ApiApp, { ports, access }: RouteContext): void {
  app.delete(
    `${BASE_PATH}/organizations/:org/reports/:rp`,
    {
      onRequest: access.requireReport,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.reports.delete',
        summary: 'Delete a report',
        description:
          'Removes the definition, every run and every answer for good, for the owner alone. What still runs is cancelled.',
        tags: ['reports'],
        security: SECURITY,
        params: PATH.report,
        querystring: NoQuerySchema,
        body: NoBodySchema,
        response: { 200: DeletionSchema, ...problemsWithBody('forbidden') },
      },
    },
    async (request) => {
      const { report_id: reportId, owner } = access.report.of(request);
      const deletion = await inOrder({
        permit: () => {
          if (access.caller.of(request).subjectId === owner) return;
          throw new Refusal('forbidden', 'Only its owner may delete this report.');
        },
        write: () => ports.reports.delete(reportId),
      });
      if (deletion === undefined) throw notFound();
      const data = {
        report_id: reportId,
        deleted_at: deletion.deletedAt.toISOString(),
        runs_removed: deletion.runsRemoved,
      };
      return { kind: 'report' as const, data, request_id: request.id };
    },
  );
}
