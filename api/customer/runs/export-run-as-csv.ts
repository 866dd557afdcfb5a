import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runFile } from './run-file.ts';

/** Answers with the CSV table of `customer.reports.runs.export`, under a path with a single answer type. */
export const exportRunAsCsv = createCustomerHandler(REPORT_OPERATIONS, 'customer.reports.runs.export_csv', {
  access: 'requireRun',
  answer: (request, context) => runFile(context, request, 'csv', ''),
});
