import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';

/** The definition, which names its latest run and carries no answer. */
export const getReport = customerHandlerOf(REPORT_OPERATIONS, 'customer.reports.get', {
  access: 'requireReport',
  answer: (request, { access }) => ({ data: access.report.of(request) }),
});
