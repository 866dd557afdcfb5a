import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { handlerOf } from '../lane/handler-of.ts';

/** Answers with one occurrence of a schedule. */
export const getOccurrence = handlerOf(SCHEDULE_OPERATIONS, 'customer.report_schedules.occurrences.get', {
  access: 'requireOccurrence',
  answer: (request, { access }) => ({ data: access.occurrence.of(request) }),
});
