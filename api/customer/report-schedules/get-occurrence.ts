import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';

/** Answers with one occurrence of a schedule. */
export const getOccurrence = createCustomerHandler(SCHEDULE_OPERATIONS, 'customer.report_schedules.occurrences.get', {
  access: 'requireOccurrence',
  answer: (request, { access }) => ({ data: access.occurrence.of(request) }),
});
