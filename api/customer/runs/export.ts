import { Type } from 'typebox';
import { literalUnion } from '../../../contracts/wire/literal-union.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { PATH, problems, SECURITY } from '../../frame/description/route-schema.ts';
import { FILE_FORMATS, runFileSchema, sendRunFile } from './run-file.ts';

const QuerySchema = Type.Object(
  { format: Type.Optional(literalUnion(FILE_FORMATS, { description: 'json unless told' })) },
  { additionalProperties: false },
);

/** `customer.reports.runs.export`: a run as a file, as far as this viewer may see it. */
export function registerRunsExport(app: ApiApp, context: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/reports/:rp/runs/:run/export`,
    {
      onRequest: context.access.requireRun,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.reports.runs.export',
        summary: 'Download one run of a report',
        description:
          'The run as a file, redacted like `runs.get`: `json` is the same document, `csv` its answer as a table. ' +
          'A run without an answer has no table: 409. Clients whose methods have one type of answer take `export.csv` ' +
          'for the table.',
        tags: ['reports'],
        security: SECURITY,
        params: PATH.run,
        querystring: QuerySchema,
        response: { 200: runFileSchema('json', 'csv'), ...problems('conflict') },
      },
    },
    (request, reply) => {
      const { format = 'json' } = request.query;
      return sendRunFile(context, { request, reply, format, formatPointer: '/format' });
    },
  );
}
