import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';

/** Answers with the definition of a report, which names its latest run and contains no answer. */
export const getReport = createCustomerHandler(REPORT_OPERATIONS, 'customer.reports.get', {
  access: 'requireReport',
  answer: (request, { access }) => ({ data: access.report.of(request) }),
});
