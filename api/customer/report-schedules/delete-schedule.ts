import { notFound } from '../../../domain/kernel/errors.ts';
import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { permitScheduling } from './permit-scheduling.ts';

/** Deletes a schedule for its owner; its runs and deliveries stay. */
export const deleteSchedule = createCustomerHandler(SCHEDULE_OPERATIONS, 'customer.report_schedules.delete', {
  access: 'requireSchedule',
  answer: async (request, { ports, access }) => {
    const { record } = access.schedule.of(request);
    const data = await runOrderedWrite({
      permit: () => permitScheduling(access.caller.of(request), record),
      write: () => ports.schedules.delete(record.schedule_id),
    });
    if (data === undefined) throw notFound();
    return { data };
  },
});
