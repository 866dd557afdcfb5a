import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';

/** Answers with one occurrence of a schedule. */
export const getOccurrence = customerHandlerOf(SCHEDULE_OPERATIONS, 'customer.report_schedules.occurrences.get', {
  access: 'requireOccurrence',
  answer: (request, { access }) => ({ data: access.occurrence.of(request) }),
});
