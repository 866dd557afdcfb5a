import { Type } from 'typebox';
import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { literalUnion } from '../../../contracts/wire/literal-union.ts';
import { FILE_FORMATS } from '../../../contracts/reports/run-file.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runFile } from './run-file.ts';

const QuerySchema = Type.Object(
  { format: Type.Optional(literalUnion(FILE_FORMATS, { description: 'The format of the file; by default `json`' })) },
  { additionalProperties: false },
);

/** Answers with a run as a file, as far as the caller may see it. */
export const exportRun = createCustomerHandler(REPORT_OPERATIONS, 'customer.reports.runs.export', {
  access: 'requireRun',
  query: QuerySchema,
  answer: (request, context) => runFile(context, request, request.query.format ?? 'json', '/format'),
});
