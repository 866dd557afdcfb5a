import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { createSchedulePresenter } from './schedule-presenter.ts';

/** Answers with a schedule, its next run, and whether the parts that run it are alive. */
export const getSchedule = createCustomerHandler(SCHEDULE_OPERATIONS, 'customer.report_schedules.get', {
  access: 'requireSchedule',
  answer: async (request, { ports, access }) => {
    const present = await createSchedulePresenter(ports);
    return { data: present(access.schedule.of(request)) };
  },
});
