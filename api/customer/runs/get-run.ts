import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';
import { openRunOf } from './open-run.ts';

/** A run with its answer, as far as this viewer may see it. Postgres alone answers. */
export const getRun = customerHandlerOf(REPORT_OPERATIONS, 'customer.reports.runs.get', {
  access: 'requireRun',
  answer: async (request, context) => {
    const data = await openRunOf(context, request);
    return { data };
  },
});
