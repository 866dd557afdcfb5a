import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { readRunAtPath } from './open-run.ts';

/** Answers with a run and its answer, as far as the caller may see it. Only Postgres is read. */
export const getRun = createCustomerHandler(REPORT_OPERATIONS, 'customer.reports.runs.get', {
  access: 'requireRun',
  answer: async (request, context) => {
    const data = await readRunAtPath(context, request);
    return { data };
  },
});
