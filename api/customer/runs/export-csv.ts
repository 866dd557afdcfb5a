import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoQuerySchema, PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';
import { runFileSchema, sendRunFile } from './run-file.ts';

/** `customer.reports.runs.export_csv`: the table of `customer.reports.runs.export`, under a path with one type of answer. */
export function registerRunsExportCsv(app: ApiApp, context: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/reports/:rp/runs/:run/export.csv`,
    {
      onRequest: context.access.requireRun,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.reports.runs.export_csv',
        summary: 'Download the table of one run of a report',
        description: 'The same bytes as `export` with `format=csv`. A run without an answer has no table: 409.',
        tags: ['reports'],
        security: SECURITY,
        params: PATH.run,
        querystring: NoQuerySchema,
        response: { 200: runFileSchema('csv'), ...problems('conflict') },
      },
    },
    (request, reply) => sendRunFile(context, { request, reply, format: 'csv', formatPointer: '' }),
  );
}
