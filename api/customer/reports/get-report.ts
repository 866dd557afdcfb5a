import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';

/** Answers with the definition of a report, which names its latest run and contains no answer. */
export const getReport = customerHandlerOf(REPORT_OPERATIONS, 'customer.reports.get', {
  access: 'requireReport',
  answer: (request, { access }) => ({ data: access.report.of(request) }),
});
